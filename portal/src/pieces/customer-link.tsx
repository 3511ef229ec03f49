import type { ReactElement } from 'react';
import { useTexts } from '../texts/texts.ts';
import { PageLink } from './page-link.tsx';

interface CustomerLinkProps {
  readonly id: string;
  /** Null when it is not known. */
  readonly name: string | null;
}

/** The name of a customer, as a link to its page. Two lines of a long name are shown. */
export const CustomerLink = ({ id, name }: CustomerLinkProps): ReactElement => {
  const { words } = useTexts();
  return (
    <PageLink to={`/customers/${id}`}>
      <span className="clamped" dir="auto" title={name ?? undefined}>
        {name ?? words.unknownName}
      </span>
    </PageLink>
  );
};
