import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactElement } from 'react';
import type { Instance } from '../../../../packages/client/src/schemas.ts';
import { useRead } from '../../api/use-read.ts';
import { CustomerLink } from '../../pieces/customer-link.tsx';
import { Page } from '../../pieces/page.tsx';
import { Reading } from '../../pieces/reading.tsx';
import { InstanceStatus } from '../../pieces/status.tsx';
import { useTexts } from '../../texts/texts.ts';
import { LineActions } from './line-actions.tsx';
import { LineFacts } from './line-facts.tsx';
import { LineNotices } from './line-notices.tsx';
import { LineState } from './line-state.tsx';

/** Whether something happens to the line that ends by itself, such as its customer's connecting it. */
const isChanging = ({ status, session }: Instance): boolean =>
  status === 'connecting' ||
  status === 'deactivating' ||
  session?.status === 'in_progress' ||
  (session?.status === 'open' && status !== 'inactive');

/** Whose line it is, what it is called, and how it is. */
const Subtitle = ({ line }: { readonly line: Instance }): ReactElement => {
  const customerId = line.partner_customer_id;
  const customer = useRead('get-partner-customer', { customer_id: customerId }).data?.customer;
  return (
    <div className="subject">
      <InstanceStatus status={line.status} />
      {line.instance_name !== null && (
        <span className="clamped" dir="auto">
          {line.instance_name}
        </span>
      )}
      {customer !== undefined && <CustomerLink id={customerId} name={customer.customer_name} />}
    </div>
  );
};

const Line = ({ id }: { readonly id: string }): ReactElement => {
  const { lines } = useTexts();
  const query = useRead('get-partner-instance', { instance_id: id }, { while: ({ instance }) => isChanging(instance) });
  const line = query.data?.instance;
  return (
    <Page
      title={line === undefined ? lines.line : (line.display_phone_number ?? line.instance_key)}
      windowTitle={lines.line}
      parent={{ name: lines.title, path: '/lines' }}
      description={line === undefined ? undefined : <Subtitle line={line} />}
      actions={line === undefined ? undefined : <LineActions line={line} />}
    >
      {/* Not the skeleton's element: the heading has grown, and would have moved it. */}
      <Reading key={String(line === undefined)} of={query} lines={8}>
        {({ instance }) => (
          <>
            <LineNotices line={instance} />
            <SpaceBetween size="l">
              <LineFacts line={instance} />
              <LineState line={instance} />
            </SpaceBetween>
          </>
        )}
      </Reading>
    </Page>
  );
};

export default Line;
