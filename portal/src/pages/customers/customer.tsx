import type { ReactElement } from 'react';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useRead } from '../../api/use-read.ts';
import { Page } from '../../pieces/page.tsx';
import { Reading } from '../../pieces/reading.tsx';
import { CustomerStatus } from '../../pieces/status.tsx';
import { useTexts } from '../../texts/texts.ts';
import { CustomerActions } from './customer-actions.tsx';
import { CustomerFacts } from './customer-facts.tsx';
import { CustomerHistory } from './customer-history.tsx';
import { CustomerLines } from './customer-lines.tsx';
import { CustomerNotices } from './customer-notices.tsx';
import type { CustomerDetail } from './customer-detail.ts';

/** Whether something happens to the customer that ends by itself. */
const isChanging = ({ lifecycle, status }: CustomerDetail): boolean =>
  lifecycle?.status === 'in_progress' || status === 'erasing';

const Customer = ({ id }: { readonly id: string }): ReactElement => {
  const { customers } = useTexts();
  const query = useRead('get-partner-customer', { customer_id: id }, { while: ({ customer }) => isChanging(customer) });
  const customer = query.data?.customer;
  return (
    <Page
      title={customer?.customer_name ?? customers.one}
      windowTitle={customers.one}
      parent={{ name: customers.title, path: '/customers' }}
      description={customer === undefined ? undefined : <CustomerStatus status={customer.status} />}
      actions={customer === undefined ? undefined : <CustomerActions customer={customer} />}
    >
      {/* Not the skeleton's element: the heading has grown, and would have moved it. */}
      <Reading key={String(customer === undefined)} of={query} lines={8}>
        {({ customer: found }) => (
          <SpaceBetween size="l">
            <CustomerNotices customer={found} />
            <CustomerFacts customer={found} />
            <CustomerLines customer={found} />
            <CustomerHistory customerId={found.customer_id} />
          </SpaceBetween>
        )}
      </Reading>
    </Page>
  );
};

export default Customer;
