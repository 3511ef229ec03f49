import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { ReactElement } from 'react';
import type { Notification } from '../../../../packages/client/src/schemas.ts';
import { useLineNames, type LineName } from '../../api/line-names.ts';
import { useCommand } from '../../api/use-command.ts';
import { useRead } from '../../api/use-read.ts';
import { useUnread } from '../../api/use-unread.ts';
import { Choice } from '../../pieces/choice.tsx';
import type { Columns } from '../../pieces/column.ts';
import { CommandOutcome } from '../../pieces/command-outcome.tsx';
import { Empty } from '../../pieces/empty.tsx';
import { entityPath } from '../../pieces/entity-path.ts';
import { Filters } from '../../pieces/filters.tsx';
import { Listing } from '../../pieces/listing.tsx';
import { Moment } from '../../pieces/moment.tsx';
import { PageLink } from '../../pieces/page-link.tsx';
import { Page } from '../../pieces/page.tsx';
import { notificationText } from '../../pieces/notification-text.ts';
import { useSupported } from '../../pieces/support.ts';
import { useFilter } from '../../pieces/use-filter.ts';
import { usePage } from '../../pieces/use-page.ts';
import { useMarkRead } from '../../api/use-mark-read.ts';
import { useTexts, type Texts } from '../../texts/texts.ts';
import { MailNotices } from './mail-notices.tsx';
import { Preferences } from './preferences.tsx';
import { Subject } from './subject.tsx';

const signs: Readonly<Record<Notification['severity'], StatusIndicatorProps.Type>> = {
  info: 'info',
  warning: 'warning',
  critical: 'error',
};

/** Those that notifications of the service have. */
const categories = [
  'platform_alerts',
  'templates',
  'delivery_health',
  'system',
  'academy',
  'billing',
  'billing_reminders',
] as const;

const shown = ['unread', 'read', 'all'] as const;

const Title = ({ notification }: { readonly notification: Notification }): ReactElement => {
  const texts = useTexts();
  const { severity, read_at: readAt } = notification;
  return (
    <StatusIndicator type={signs[severity]} iconAriaLabel={texts.notifications.severities[severity]}>
      <Box variant="span" color="inherit" fontWeight={readAt === null ? 'bold' : 'normal'}>
        {notificationText(texts, notification).title}
      </Box>
    </StatusIndicator>
  );
};

interface BodyProps {
  readonly notification: Notification;
  readonly lines: ReadonlyMap<string, LineName>;
}

const Body = ({ notification, lines }: BodyProps): ReactElement => {
  const texts = useTexts();
  const { notifications } = texts;
  const supported = useSupported();
  const { entity } = notification;
  const markRead = useMarkRead();
  const path = entityPath(entity);
  const { title, body } = notificationText(texts, notification, supported);
  return (
    <>
      <Subject entity={entity} line={lines.get(entity.id)} />
      <div className="breakable">{body}</div>
      {path !== null && (
        <PageLink
          to={path}
          ariaLabel={`${notifications.open}: ${title}`}
          onFollow={() => {
            if (notification.read_at === null) markRead(notification.id);
          }}
        >
          {notifications.open}
        </PageLink>
      )}
    </>
  );
};

const notificationColumns = (
  texts: Texts,
  names: ReadonlyMap<string, LineName>,
  markRead: (notification: Notification) => void,
): Columns<Notification> => {
  const { notifications } = texts;
  return [
    {
      id: 'what',
      header: notifications.what,
      cell: (notification) => <Title notification={notification} />,
      below: (notification) => <Body notification={notification} lines={names} />,
      minWidth: 280,
    },
    {
      id: 'category',
      header: notifications.category,
      cell: (notification) => notifications.categories[notification.category],
      lesser: true,
    },
    { id: 'when', header: notifications.when, cell: ({ created_at: at }) => <Moment at={at} />, minWidth: 140 },
    {
      id: 'read',
      header: notifications.read,
      cell: (notification) =>
        notification.read_at === null ? (
          <Button
            variant="inline-link"
            ariaLabel={`${notifications.markRead}: ${notificationText(texts, notification).title}`}
            onClick={() => {
              markRead(notification);
            }}
          >
            {notifications.markRead}
          </Button>
        ) : (
          <Moment at={notification.read_at} />
        ),
      minWidth: 150,
    },
  ];
};

const useNotificationFilter = () => {
  const [status, setStatus] = useFilter('notifications.status', 'status', shown);
  const [category, setCategory] = useFilter('notifications.category', 'category', ['', ...categories]);
  return { status, setStatus, category, setCategory };
};

interface NotificationFiltersProps extends ReturnType<typeof useNotificationFilter> {
  readonly onPage: (page: number) => void;
}

const NotificationFilters = (props: NotificationFiltersProps): ReactElement => {
  const { status, setStatus, category, setCategory, onPage } = props;
  const { notifications, words } = useTexts();
  return (
    <Filters>
      <Choice
        label={notifications.show}
        value={status}
        options={shown.map((one) => [one, notifications[one]] as const)}
        onChange={(next) => {
          setStatus(next);
          onPage(1);
        }}
      />
      <Choice
        label={notifications.category}
        value={category}
        options={[['', words.any], ...categories.map((one) => [one, notifications.categories[one]] as const)]}
        onChange={(next) => {
          setCategory(next);
          onPage(1);
        }}
      />
    </Filters>
  );
};

const Notifications = (): ReactElement => {
  const texts = useTexts();
  const { notifications } = texts;
  const filter = useNotificationFilter();
  const { status, category } = filter;
  const [page, setPage] = usePage();
  const query = useRead(
    'list-partner-notifications',
    { status, page, page_size: 25, ...(category === '' ? {} : { category }) },
    { keep: true },
  );
  const items = query.data?.items ?? [];
  const lines = useLineNames(items.flatMap(({ entity: { type, id } }) => (type === 'instance' ? [id] : [])));
  const emptyTitle =
    category !== '' ? notifications.emptyCategory : status === 'unread' ? notifications.empty : notifications.emptyAll;
  const markOne = useCommand('mark-partner-notification-read');
  const markAll = useCommand('mark-all-partner-notifications-read');
  // Of all categories, as the button below marks all of them.
  const unread = useUnread().data?.unread ?? 0;
  const readAll = (): void => {
    void markAll.send({});
  };
  return (
    <Page title={notifications.title} description={notifications.description}>
      <SpaceBetween size="l">
        <CommandOutcome state={markAll.state} again={readAll} />
        <CommandOutcome state={markOne.state} again={markOne.repeat} />
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
          filter={<NotificationFilters {...filter} onPage={setPage} />}
          query={query}
          isPending={lines.isLoading}
          page={page}
          onPage={setPage}
          idOf={({ id }) => id}
          empty={<Empty title={emptyTitle} why={notifications.emptyWhy} />}
          columns={notificationColumns(texts, lines.names, ({ id }) => {
            void markOne.send({ notification_id: id });
          })}
        />
        <Preferences />
        <MailNotices />
      </SpaceBetween>
    </Page>
  );
};

export default Notifications;
