import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Tabs from '@cloudscape-design/components/tabs';
import type { ReactElement } from 'react';
import { useLocation, useRouter } from 'wouter';
import { useFormats } from '../../pieces/use-formats.ts';
import { useCustomerNames } from '../../api/customer-names.ts';
import { useLineNames } from '../../api/line-names.ts';
import { Choice } from '../../pieces/choice.tsx';
import { PageButton } from '../../pieces/page-button.tsx';
import { Page } from '../../pieces/page.tsx';
import { useAddress } from '../../pieces/use-address.ts';
import { useTexts } from '../../texts/texts.ts';
import { EventsPanel } from './events-panel.tsx';
import { HealthPanel } from './health-panel.tsx';
import { deliveryPath, isMoment, timesOf, windowOf, windows, type Scope } from './scope.ts';
import { joined } from '../../pieces/isolated.ts';

const tabs = ['health', 'events'] as const;

/** Says whose messages are shown alone, and leads to those of all. */
const ScopeNotice = ({ scope, tab }: { readonly scope: Scope; readonly tab: string }): ReactElement | null => {
  const { delivery } = useTexts();
  const { instanceId, customerId } = scope;
  const { names } = useLineNames(instanceId === null ? [] : [instanceId]);
  const customers = useCustomerNames(customerId === null ? [] : [customerId]);
  if (instanceId === null && customerId === null) return null;
  const line = names.get(instanceId ?? '');
  const lineName =
    line === undefined
      ? (instanceId ?? '')
      : joined([line.name, ...(line.customerName === null ? [] : [line.customerName])]);
  return (
    <Alert
      type="info"
      action={
        <PageButton to={deliveryPath(tab, { ...scope, instanceId: null, customerId: null })}>
          {delivery.allLines}
        </PageButton>
      }
    >
      {instanceId === null
        ? delivery.ofCustomer(customers.get(customerId ?? '') ?? customerId ?? '')
        : delivery.ofLine(lineName)}
    </Alert>
  );
};

/** Says that the events of one bar of the chart are listed alone, and leads to those of the whole window. */
const TimeNotice = ({ scope }: { readonly scope: Scope }): ReactElement => {
  const { delivery } = useTexts();
  const { dateTime } = useFormats();
  const { date_from: from, date_to: to = from } = timesOf(scope);
  return (
    <Alert
      type="info"
      action={<PageButton to={deliveryPath('events', scope, { status: 'failed' })}>{delivery.wholeTime}</PageButton>}
    >
      {delivery.ofTime(dateTime(from), dateTime(to))}
    </Alert>
  );
};

interface DeliveryProps {
  readonly tab: string;
  readonly instanceId: string | null;
}

/** How messages arrive: of the partner, of one customer, or of one line. */
const Delivery = ({ tab, instanceId }: DeliveryProps): ReactElement => {
  const { delivery } = useTexts();
  const [, navigate] = useLocation();
  const { base } = useRouter();
  const [window, setWindow] = useAddress('window', '24');
  const [customer] = useAddress('customer');
  const [at] = useAddress('at');
  const active = tabs.find((one) => one === tab) ?? 'health';
  const scope: Scope = {
    instanceId,
    customerId: customer === '' ? null : customer,
    window: windowOf(window),
    ...(isMoment(at) && { at }),
  };
  const pathOf = (one: string): string => deliveryPath(one, scope);
  const panels = { health: <HealthPanel scope={scope} />, events: <EventsPanel scope={scope} /> };
  return (
    <Page
      title={delivery.title}
      description={delivery.description}
      actions={
        <Choice
          label={delivery.window}
          value={scope.window}
          options={windows.map((one) => [one, delivery.windows[one]] as const)}
          onChange={(chosen) => {
            // A bar is of the window that had it.
            if (scope.at === undefined) setWindow(chosen);
            else navigate(deliveryPath(active, { ...scope, window: chosen }, { status: 'failed' }));
          }}
        />
      }
    >
      <SpaceBetween size="m">
        <ScopeNotice scope={scope} tab={active} />
        {active === 'events' && scope.at !== undefined && <TimeNotice scope={scope} />}
        <Tabs
          activeTabId={active}
          ariaLabel={delivery.title}
          tabs={tabs.map((id) => ({
            id,
            label: delivery.tabs[id],
            href: `${base}${pathOf(id)}`,
            content: id === active ? panels[id] : null,
          }))}
          onChange={({ detail }) => {
            navigate(pathOf(detail.activeTabId));
          }}
        />
      </SpaceBetween>
    </Page>
  );
};

export default Delivery;
