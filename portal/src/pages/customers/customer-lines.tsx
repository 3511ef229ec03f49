import Header from '@cloudscape-design/components/header';
import type { ReactElement } from 'react';
import type { DeliveryHealth } from '../../../../packages/client/src/schemas.ts';
import type { LineRow, LinesPage } from '../../api/lines.ts';
import { useMay } from '../../api/member.ts';
import type { Column } from '../../pieces/column.ts';
import { Empty } from '../../pieces/empty.tsx';
import { LineListing } from '../../pieces/line-listing.tsx';
import { PageButton } from '../../pieces/page-button.tsx';
import { pageOfRead } from '../../pieces/page-of-read.ts';
import { useFormats } from '../../pieces/use-formats.ts';
import { usePage } from '../../pieces/use-page.ts';
import { useTexts } from '../../texts/texts.ts';
import { Shares } from '../delivery/shares.tsx';
import type { CustomerDetail } from './customer-detail.ts';
import { linesInTroubleFirst } from './lines-in-trouble-first.ts';

interface CustomerLinesProps {
  readonly customer: CustomerDetail;
  readonly lines: LinesPage;
  readonly health: DeliveryHealth | undefined;
}

/** The lines of one customer with their shares of failed messages, those in trouble first. */
export const CustomerLines = ({ customer, lines, health }: CustomerLinesProps): ReactElement => {
  const { customers, delivery } = useTexts();
  const { number } = useFormats();
  const mayWrite = useMay('instances.write') && customer.status === 'active';
  const [page, setPage] = usePage('lines');
  const healthOf = new Map(health?.by_instance?.map((one) => [one.instance_id, one]));
  const shares: Column<LineRow> = {
    id: 'shares',
    header: delivery.messages,
    cell: ({ id }) => {
      const found = healthOf.get(id);
      return found === undefined ? null : <Shares rates={found.rates} />;
    },
    minWidth: 200,
    wide: true,
  };
  const add = <PageButton to={`/lines/new/${customer.customer_id}`}>{customers.addLine}</PageButton>;
  return (
    <LineListing
      header={
        <Header
          variant="h2"
          counter={`(${number(lines.total)})`}
          description={
            lines.items.length < lines.total ? customers.linesTruncated(number(lines.items.length)) : undefined
          }
        >
          {customers.lines}
        </Header>
      }
      query={pageOfRead(linesInTroubleFirst(lines.items, healthOf), page)}
      page={page}
      onPage={setPage}
      withCustomer={false}
      {...(health === undefined ? {} : { shares })}
      empty={<Empty title={customers.noLines} why={customers.noLinesWhy} action={mayWrite ? add : undefined} />}
    />
  );
};
