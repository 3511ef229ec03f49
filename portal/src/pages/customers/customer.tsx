import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, Suspense, type ReactElement } from 'react';
import { useRead } from '../../api/use-read.ts';
import { Failure } from '../../pieces/failure.tsx';
import { Page } from '../../pieces/page.tsx';
import { Reading } from '../../pieces/reading.tsx';
import { Skeleton } from '../../pieces/skeleton.tsx';
import { CustomerStatus } from '../../pieces/status.tsx';
import { useAddress } from '../../pieces/use-address.ts';
import { useTexts } from '../../texts/texts.ts';
import { ErrorsCard } from '../delivery/errors-card.tsx';
import { windowOf, type Scope } from '../delivery/scope.ts';
import { CustomerActions } from './customer-actions.tsx';
import type { CustomerDetail } from './customer-detail.ts';
import { CustomerLines } from './customer-lines.tsx';
import { CustomerNotices } from './customer-notices.tsx';
import { LastFailures } from './last-failures.tsx';
import { SendingCard } from './sending-card.tsx';
import { useCondition, type Condition, type FoundCondition } from './use-condition.ts';

/** Whether something happens to the customer that ends by itself. */
const isChanging = ({ lifecycle, status }: CustomerDetail): boolean =>
  lifecycle?.status === 'in_progress' || status === 'erasing';

interface BodyProps {
  readonly customer: CustomerDetail;
  readonly condition: Condition;
  readonly scope: Scope;
  readonly onWindow: (window: string) => void;
}

// The part that is read last: the rest is there before it.
const Past = lazy(() => import('./past.tsx'));

const Body = ({ customer, condition, scope, onWindow }: BodyProps): ReactElement => {
  const { health, lines } = condition;
  const failed = health !== undefined && health.counts.failed > 0;
  return (
    <SpaceBetween size="l">
      <SendingCard customer={customer} condition={condition} window={scope.window} onWindow={onWindow} />
      {failed && <ErrorsCard errors={health.top_errors} scope={scope} />}
      <CustomerLines customer={customer} lines={lines} health={health} />
      {failed && <LastFailures scope={scope} lines={lines.items} />}
    </SpaceBetween>
  );
};

const Pending = ({ found }: { readonly found: FoundCondition }): ReactElement | null =>
  found.error === null && found.condition === undefined ? (
    <div className="pending">
      <Skeleton lines={8} />
    </div>
  ) : null;

const Customer = ({ id }: { readonly id: string }): ReactElement => {
  const { customers } = useTexts();
  const [window, setWindow] = useAddress('window', '24');
  const scope: Scope = { instanceId: null, customerId: id, window: windowOf(window) };
  const query = useRead('get-partner-customer', { customer_id: id }, { while: ({ customer }) => isChanging(customer) });
  const found = useCondition(id, scope.window);
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
        {({ customer: one }) => (
          <SpaceBetween size="l">
            <CustomerNotices customer={one} />
            {found.error !== null && <Failure error={found.error} retry={found.again} />}
            <Pending found={found} />
            {found.condition !== undefined && (
              <Body customer={one} condition={found.condition} scope={scope} onWindow={setWindow} />
            )}
            {(found.condition !== undefined || found.error !== null) && (
              <Suspense>
                <Past customer={one} condition={found.condition} window={scope.window} />
              </Suspense>
            )}
          </SpaceBetween>
        )}
      </Reading>
    </Page>
  );
};

export default Customer;
