import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, Suspense, type ReactElement } from 'react';
import { useMay, useMember } from '../../api/member.ts';
import { PageButton } from '../../pieces/page-button.tsx';
import { Page } from '../../pieces/page.tsx';
import { Skeleton } from '../../pieces/skeleton.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useGuideChoice } from '../first-steps/guide-choice.ts';
import { Attention } from './attention.tsx';
import { CustomersInTrouble } from './customers-in-trouble.tsx';
import { DeliveryCard } from './delivery-card.tsx';
import { EndpointCard } from './endpoint-card.tsx';
import { SlotsCard } from './slots-card.tsx';
import { useFacts } from './use-facts.ts';

// Most members have closed it.
const OverviewGuide = lazy(() => import('../first-steps/overview-guide.tsx'));

const pending = (
  <div className="pending">
    <Skeleton lines={6} />
  </div>
);

/** What needs the member now, and how the partner does. */
const Overview = (): ReactElement => {
  const { overview } = useTexts();
  const { partner } = useMember();
  const mayAdd = useMay('instances.write');
  const found = useFacts();
  const [choice, choose] = useGuideChoice();
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
        {mayAdd && choice !== 'closed' && (
          <Suspense fallback={pending}>
            <OverviewGuide choice={choice} choose={choose} />
          </Suspense>
        )}
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
