import Box from '@cloudscape-design/components/box';
import type { ReactElement } from 'react';
import type { LineName } from '../api/line-names.ts';
import { CustomerLink } from './customer-link.tsx';
import { PageLink } from './page-link.tsx';

interface NamedLineProps {
  readonly id: string;
  /** Undefined when it cannot be read. */
  readonly line: LineName | undefined;
  /** Where its name leads. Default: its page. */
  readonly to?: string;
}

/** A line by its number, with the customer that it belongs to. */
export const NamedLine = ({ id, line, to = `/lines/${id}` }: NamedLineProps): ReactElement => (
  <>
    <PageLink to={to}>
      <span className="unbroken">{line?.name ?? id}</span>
    </PageLink>
    {line !== undefined && (
      <Box variant="small" display="block">
        <CustomerLink id={line.customerId} name={line.customerName} />
      </Box>
    )}
  </>
);
