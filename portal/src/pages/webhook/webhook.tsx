import Tabs from '@cloudscape-design/components/tabs';
import { lazy, Suspense, type ReactElement } from 'react';
import { useLocation, useRouter } from 'wouter';
import { Page } from '../../pieces/page.tsx';
import { Skeleton } from '../../pieces/skeleton.tsx';
import { useTexts } from '../../texts/texts.ts';
import { EndpointPanel } from './endpoint-panel.tsx';
import { EventsPanel } from './events-panel.tsx';

// The tabs that are seldom opened are loaded then.
const MigrationPanel = lazy(async () => ({ default: (await import('./migration-panel.tsx')).MigrationPanel }));
const TypesPanel = lazy(async () => ({ default: (await import('./types-panel.tsx')).TypesPanel }));

const tabs = ['endpoint', 'types', 'migration', 'events'] as const;
const pathOf = (tab: (typeof tabs)[number]): string => (tab === 'endpoint' ? '/webhook' : `/webhook/${tab}`);
const panels = {
  endpoint: <EndpointPanel />,
  types: <TypesPanel />,
  migration: <MigrationPanel />,
  events: <EventsPanel />,
} as const;

/** The endpoint, the choice of its events, the migration to it and the events that it is sent. */
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
          content: <Suspense fallback={<Skeleton lines={6} />}>{panels[id]}</Suspense>,
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
