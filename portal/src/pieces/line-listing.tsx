import Badge from '@cloudscape-design/components/badge';
import Box from '@cloudscape-design/components/box';
import type { ReactElement, ReactNode } from 'react';
import type { LineRow } from '../api/lines.ts';
import { useTexts, type Texts } from '../texts/texts.ts';
import type { Column } from './column.ts';
import { Listing, type ListSource } from './listing.tsx';
import { CustomerLink } from './customer-link.tsx';
import { PageLink } from './page-link.tsx';
import { RiskInShort } from './risk-in-short.tsx';
import { InstanceStatus, Quality } from './status.tsx';

interface LineListingProps {
  readonly header: ReactElement;
  readonly query: ListSource<LineRow>;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly empty: ReactNode;
  readonly filter?: ReactNode;
  readonly withCustomer: boolean;
  readonly bulk?: (chosen: readonly LineRow[]) => ReactNode;
  /** How the messages of each line do. */
  readonly shares?: Column<LineRow>;
}

const lineColumn = (lines: Texts['lines']): Column<LineRow> => ({
  id: 'line',
  header: lines.line,
  cell: ({ id, key, phone, coexists }) => (
    <>
      <PageLink to={`/lines/${id}`}>
        <span className={phone === null ? 'clamped' : 'unbroken'}>{phone ?? key}</span>
      </PageLink>
      {coexists && (
        <>
          {' '}
          <Badge>{lines.inApp}</Badge>
        </>
      )}
    </>
  ),
  below: ({ key, phone, label }) => (
    <Box variant="small" display="block">
      <span className="clamped" dir="auto">
        {label ?? (phone === null ? lines.noNumber : key)}
      </span>
    </Box>
  ),
  value: ({ key, phone }) => phone ?? key,
  more: [
    { header: lines.key, value: ({ key }) => key },
    { header: lines.label, value: ({ label }) => label },
  ],
  minWidth: 180,
});

/** A list of lines. */
export const LineListing = ({ withCustomer, shares, ...listing }: LineListingProps): ReactElement => {
  const { lines, words } = useTexts();
  const customer: Column<LineRow> = {
    id: 'customer',
    header: lines.customer,
    cell: ({ customerId, customerName }) => <CustomerLink id={customerId} name={customerName} />,
    value: ({ customerName }) => customerName,
    minWidth: 160,
  };
  return (
    <Listing<LineRow>
      {...listing}
      name={lines.title}
      idOf={({ id }) => id}
      columns={[
        lineColumn(lines),
        ...(withCustomer ? [customer] : []),
        {
          id: 'status',
          header: lines.status,
          cell: ({ status }) => <InstanceStatus status={status} />,
          value: ({ status }) => words.instance[status],
          minWidth: 160,
        },
        ...(shares === undefined ? [] : [shares]),
        {
          id: 'quality',
          header: lines.quality,
          cell: ({ quality }) => (quality === null ? null : <Quality rating={quality} />),
          value: ({ quality }) => quality,
          minWidth: 110,
          lesser: true,
        },
        {
          id: 'risk',
          header: lines.risk,
          cell: ({ risk }) => <RiskInShort risk={risk} />,
          value: ({ risk }) => words.risk[risk.level],
          minWidth: 120,
        },
      ]}
    />
  );
};
