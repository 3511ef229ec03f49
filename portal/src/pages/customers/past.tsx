import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactElement } from 'react';
import { useAddress } from '../../pieces/use-address.ts';
import { useTexts } from '../../texts/texts.ts';
import type { Window } from '../delivery/scope.ts';
import type { CustomerDetail } from './customer-detail.ts';
import { CustomerFacts } from './customer-facts.tsx';
import { CustomerHistory } from './customer-history.tsx';
import { TimelinePanel } from './timeline-panel.tsx';
import type { Condition } from './use-condition.ts';

const tabs = ['timeline', 'history', 'data'] as const;

interface PastProps {
  readonly customer: CustomerDetail;
  /** Undefined: it could not be read. */
  readonly condition: Condition | undefined;
  readonly window: Window;
}

/** What happened, who changed what, and what is known of the customer. */
const Past = ({ customer, condition, window }: PastProps): ReactElement => {
  const { customers } = useTexts();
  const [chosen, choose] = useAddress('tab', 'timeline');
  const active = tabs.find((one) => one === chosen) ?? 'timeline';
  const panels = {
    timeline: (
      <TimelinePanel
        customer={customer}
        lines={condition?.lines.items ?? []}
        health={condition?.health}
        window={window}
      />
    ),
    history: <CustomerHistory customerId={customer.customer_id} />,
    data: <CustomerFacts customer={customer} />,
  };
  return (
    <SpaceBetween size="m">
      <SegmentedControl
        label={customers.past}
        selectedId={active}
        options={tabs.map((id) => ({ id, text: customers.tabs[id] }))}
        onChange={({ detail }) => {
          choose(detail.selectedId);
        }}
      />
      {panels[active]}
    </SpaceBetween>
  );
};

export default Past;
