import Header from '@cloudscape-design/components/header';
import type { ReactElement } from 'react';
import { useMay } from '../../api/member.ts';
import { useLines } from '../../api/lines.ts';
import { Empty } from '../../pieces/empty.tsx';
import { LineListing } from '../../pieces/line-listing.tsx';
import { PageButton } from '../../pieces/page-button.tsx';
import { useFormats } from '../../pieces/use-formats.ts';
import { usePage } from '../../pieces/use-page.ts';
import { useTexts } from '../../texts/texts.ts';
import type { CustomerDetail } from './customer-detail.ts';

/** The lines of one customer. */
export const CustomerLines = ({ customer }: { readonly customer: CustomerDetail }): ReactElement => {
  const { customers } = useTexts();
  const { number } = useFormats();
  const mayWrite = useMay('instances.write') && customer.status === 'active';
  const [page, setPage] = usePage('lines');
  const lines = useLines({ customerId: customer.customer_id, page, pageSize: 10 });
  return (
    <LineListing
      header={
        <Header variant="h2" counter={`(${number(customer.instance_count)})`}>
          {customers.lines}
        </Header>
      }
      query={lines}
      page={page}
      onPage={setPage}
      withCustomer={false}
      empty={
        <Empty
          title={customers.noLines}
          why={customers.noLinesWhy}
          action={
            mayWrite ? (
              <PageButton to={`/lines/new/${customer.customer_id}`}>{customers.addLine}</PageButton>
            ) : undefined
          }
        />
      }
    />
  );
};
