import Tabs from '@cloudscape-design/components/tabs';
import { lazy, Suspense, type ReactElement, type ReactNode } from 'react';
import { useLocation, useRouter } from 'wouter';
import { Page } from '../../pieces/page.tsx';
import { Skeleton } from '../../pieces/skeleton.tsx';
import { useTexts } from '../../texts/texts.ts';
import { EndpointPanel } from './endpoint-panel.tsx';

const EventsPanel = lazy(() => import('./events-panel.tsx'));
const MigrationPanel = lazy(() => import('./migration-panel.tsx'));

const tabs = ['endpoint', 'migration', 'events'] as const;
const pathOf = (tab: (typeof tabs)[number]): string => (tab === 'endpoint' ? '/webhook' : `/webhook/${tab}`);
const panels = { endpoint: <EndpointPanel />, migration: <MigrationPanel />, events: <EventsPanel /> } as const;

/** The lists are loaded when their tab is opened. */
const later = (panel: ReactNode): ReactElement => <Suspense fallback={<Skeleton />}>{panel}</Suspense>;

/** The endpoint, the migration to it and the events that it is sent. */
const Webhook = ({ tab }: { readonly tab: string }): ReactElement => {
  const { webhook } = useTexts();
  const [, navigate] = useLocation();
  const { base } = useRouter();
  const active = tabs.find((one) => one === tab) ?? 'endpoint';
  return (
    <Page title={webhook.title} description={webhook.description}>
      <Tabs
        activeTabId={active}
        ariaLabel={webhook.title}
        tabs={tabs.map((id) => ({
          id,
          label: webhook.tabs[id],
          href: `${base}${pathOf(id)}`,
          content: later(panels[id]),
        }))}
        onChange={({ detail }) => {
          const chosen = tabs.find((one) => one === detail.activeTabId);
          if (chosen !== undefined) navigate(pathOf(chosen));
        }}
      />
    </Page>
  );
};

export default Webhook;
