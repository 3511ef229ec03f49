import Box from '@cloudscape-design/components/box';
import type { ReactElement, ReactNode } from 'react';
import type { LineRow } from '../api/lines.ts';
import { useTexts } from '../texts/texts.ts';
import { Listing, type Column, type ListSource } from './listing.tsx';
import { PageLink } from './page-link.tsx';
import { InstanceStatus, RiskLevel } from './status.tsx';

interface LineListingProps {
  readonly header: ReactElement;
  readonly query: ListSource<LineRow>;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly empty: ReactNode;
  readonly filter?: ReactNode;
  readonly withCustomer: boolean;
}

/** A list of lines. */
export const LineListing = ({ withCustomer, ...listing }: LineListingProps): ReactElement => {
  const { lines, words } = useTexts();
  const customer: Column<LineRow> = {
    id: 'customer',
    header: lines.customer,
    wide: true,
    cell: ({ customerId, customerName }) => (
      <PageLink to={`/customers/${customerId}`}>{customerName ?? words.unknownName}</PageLink>
    ),
  };
  return (
    <Listing<LineRow>
      {...listing}
      name={lines.title}
      idOf={({ id }) => id}
      columns={[
        {
          id: 'line',
          header: lines.line,
          cell: ({ id, key, phone, label }) => (
            <>
              <PageLink to={`/lines/${id}`}>{phone ?? key}</PageLink>
              <Box variant="small" display="block">
                {label ?? (phone === null ? lines.noNumber : key)}
              </Box>
            </>
          ),
          minWidth: 180,
        },
        ...(withCustomer ? [customer] : []),
        { id: 'status', header: lines.status, cell: ({ status }) => <InstanceStatus status={status} />, minWidth: 215 },
        { id: 'quality', header: lines.quality, cell: ({ quality }) => quality ?? words.none },
        { id: 'risk', header: lines.risk, cell: ({ risk }) => <RiskLevel level={risk} />, minWidth: 140 },
      ]}
    />
  );
};
