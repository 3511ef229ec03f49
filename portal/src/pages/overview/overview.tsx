import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactElement } from 'react';
import { useMay, useMember } from '../../api/member.ts';
import { PageButton } from '../../pieces/page-button.tsx';
import { Page } from '../../pieces/page.tsx';
import { useTexts } from '../../texts/texts.ts';
import { Attention } from './attention.tsx';
import { CustomersInTrouble } from './customers-in-trouble.tsx';
import { DeliveryCard } from './delivery-card.tsx';
import { EndpointCard } from './endpoint-card.tsx';
import { SlotsCard } from './slots-card.tsx';
import { useFacts } from './use-facts.ts';

/** What needs the member now, and how the partner does. */
const Overview = (): ReactElement => {
  const { overview } = useTexts();
  const { partner } = useMember();
  const mayAdd = useMay('instances.write');
  const found = useFacts();
  const maySeeEndpoint = useMay('webhook.read');
  return (
    <Page
      title={overview.title}
      description={overview.welcome(partner.name)}
      actions={
        mayAdd ? (
          <PageButton to="/lines/new" variant="primary">
            {overview.newLine}
          </PageButton>
        ) : undefined
      }
    >
      <SpaceBetween size="l">
        <Attention found={found} />
        {!found.loading && <CustomersInTrouble customers={found.customers} />}
        <div className="columns">
          <DeliveryCard />
          <SlotsCard />
          {maySeeEndpoint && <EndpointCard />}
        </div>
      </SpaceBetween>
    </Page>
  );
};

export default Overview;
