import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import { useState, type ReactElement } from 'react';
import type { Notification } from '../../../../packages/client/src/schemas.ts';
import { useCommand } from '../../api/use-command.ts';
import { useRead } from '../../api/use-read.ts';
import { Choice } from '../../pieces/choice.tsx';
import { CommandOutcome } from '../../pieces/command-outcome.tsx';
import { Empty } from '../../pieces/empty.tsx';
import { entityPath } from '../../pieces/entity-path.ts';
import { Filters } from '../../pieces/filters.tsx';
import { Listing } from '../../pieces/listing.tsx';
import { Moment } from '../../pieces/moment.tsx';
import { PageLink } from '../../pieces/page-link.tsx';
import { Page } from '../../pieces/page.tsx';
import { toldNotification } from '../../pieces/told-notification.ts';
import { useTexts } from '../../texts/texts.ts';
import { Preferences } from './preferences.tsx';

const signs: Readonly<Record<Notification['severity'], StatusIndicatorProps.Type>> = {
  info: 'info',
  warning: 'warning',
  critical: 'error',
};

const shown = ['unread', 'read', 'all'] as const;

const Title = ({ notification }: { readonly notification: Notification }): ReactElement => {
  const texts = useTexts();
  const { severity, read_at: readAt } = notification;
  return (
    <StatusIndicator type={signs[severity]} iconAriaLabel={texts.notifications.severities[severity]}>
      <Box variant="span" color="inherit" fontWeight={readAt === null ? 'bold' : 'normal'}>
        {toldNotification(texts, notification).title}
      </Box>
    </StatusIndicator>
  );
};

const Body = ({ notification }: { readonly notification: Notification }): ReactElement => {
  const texts = useTexts();
  const { notifications } = texts;
  const path = entityPath(notification.entity);
  const { title, body } = toldNotification(texts, notification);
  return (
    <>
      <div className="breakable">{body}</div>
      {path !== null && (
        <PageLink to={path} ariaLabel={`${notifications.open}: ${title}`}>
          {notifications.open}
        </PageLink>
      )}
    </>
  );
};

const Notifications = (): ReactElement => {
  const texts = useTexts();
  const { notifications } = texts;
  const [status, setStatus] = useState<(typeof shown)[number]>('unread');
  const [page, setPage] = useState(1);
  const query = useRead('list-partner-notifications', { status, page, page_size: 25 }, { keep: true });
  const markOne = useCommand('mark-partner-notification-read');
  const markAll = useCommand('mark-all-partner-notifications-read');
  const unread = query.data?.unread ?? 0;
  const readAll = (): void => {
    void markAll.send({});
  };
  return (
    <Page title={notifications.title} description={notifications.description}>
      <SpaceBetween size="l">
        <CommandOutcome state={markAll.state} again={readAll} />
        <CommandOutcome state={markOne.state} again={markOne.reset} />
        <Listing<Notification>
          name={notifications.list}
          header={
            <Header
              variant="h2"
              counter={`(${unread})`}
              actions={
                <Button disabled={unread === 0} loading={markAll.state.is === 'running'} onClick={readAll}>
                  {notifications.markAll}
                </Button>
              }
            >
              {notifications.unread}
            </Header>
          }
          filter={
            <Filters>
              <Choice
                label={notifications.show}
                value={status}
                options={shown.map((one) => [one, notifications[one]] as const)}
                onChange={(next) => {
                  setStatus(next);
                  setPage(1);
                }}
              />
            </Filters>
          }
          query={query}
          page={page}
          onPage={setPage}
          idOf={({ id }) => id}
          empty={
            <Empty
              title={status === 'unread' ? notifications.empty : notifications.emptyAll}
              why={notifications.emptyWhy}
            />
          }
          columns={[
            {
              id: 'what',
              header: notifications.what,
              cell: (notification) => <Title notification={notification} />,
              below: (notification) => <Body notification={notification} />,
              minWidth: 280,
            },
            {
              id: 'category',
              header: notifications.category,
              cell: ({ category }) => notifications.categories[category],
            },
            { id: 'when', header: notifications.when, cell: ({ created_at: at }) => <Moment at={at} />, minWidth: 140 },
            {
              id: 'read',
              header: notifications.read,
              cell: (notification) =>
                notification.read_at === null ? (
                  <Button
                    variant="inline-link"
                    ariaLabel={`${notifications.markRead}: ${toldNotification(texts, notification).title}`}
                    onClick={() => {
                      void markOne.send({ notification_id: notification.id });
                    }}
                  >
                    {notifications.markRead}
                  </Button>
                ) : (
                  <Moment at={notification.read_at} />
                ),
              minWidth: 150,
            },
          ]}
        />
        <Preferences />
      </SpaceBetween>
    </Page>
  );
};

export default Notifications;
