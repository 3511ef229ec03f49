import Header from '@cloudscape-design/components/header';
import type { ReactElement, ReactNode } from 'react';
import type { ListSource } from './listing.tsx';
import { useFormats } from './use-formats.ts';

interface ListHeaderProps {
  readonly title: string;
  readonly query: Pick<ListSource<unknown>, 'data'>;
  readonly actions?: ReactNode;
}

/** The heading of a list, with the number of its items. */
export const ListHeader = ({ title, query, actions }: ListHeaderProps): ReactElement => {
  const { number } = useFormats();
  return (
    <Header
      variant="h2"
      actions={actions}
      // It has its room before the number is known, so that the actions stay where they are.
      counter={`(${query.data === undefined ? '…' : number(query.data.total)})`}
    >
      {title}
    </Header>
  );
};
