import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactElement } from 'react';
import { useRead } from '../../api/use-read.ts';
import { PageLink } from '../../pieces/page-link.tsx';
import { Progress } from '../../pieces/progress.tsx';
import { useTexts } from '../../texts/texts.ts';
import type { CustomerDetail } from './customer-detail.ts';

/** How far the merge of this customer is. It is found again after a reload. */
const MergeProgress = ({ sourceId }: { readonly sourceId: string }): ReactElement | null => {
  const { customers } = useTexts();
  const { data } = useRead(
    'get-partner-merge',
    { source_customer_id: sourceId },
    { while: ({ merge }) => merge.status === 'in_progress' },
  );
  if (data?.merge.status !== 'in_progress') return null;
  return <Progress label={customers.merging} done={data.merge.moved} failed={0} total={data.merge.total} running />;
};

/** What happens to the customer, or happened to it at last. */
export const CustomerNotices = ({ customer }: { readonly customer: CustomerDetail }): ReactElement | null => {
  const { customers } = useTexts();
  const { status, merged_into: target, lifecycle } = customer;
  if (status === 'merged' && target !== null) {
    return (
      <Alert type="info" header={customers.mergedInto}>
        <SpaceBetween size="xs">
          <div>{customers.mergedIntoWhy}</div>
          <PageLink to={`/customers/${target}`}>{customers.mergedLink}</PageLink>
          <MergeProgress sourceId={customer.customer_id} />
        </SpaceBetween>
      </Alert>
    );
  }
  if (status === 'erasing') return <Alert type="info">{customers.erasing}</Alert>;
  if (status === 'erased') return <Alert type="info">{customers.erased}</Alert>;
  if (status !== 'inactive' || lifecycle === null) return null;
  if (lifecycle.status === 'in_progress') {
    const { completed, failed, total } = lifecycle;
    return <Progress label={customers.deactivating} done={completed} failed={failed} total={total} running />;
  }
  if (lifecycle.status === 'incomplete') {
    return (
      <Alert type="error" header={customers.incomplete}>
        {customers.incompleteWhy}
      </Alert>
    );
  }
  return null;
};
