import Flashbar from '@cloudscape-design/components/flashbar';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import type { Notification } from '../../../packages/client/src/schemas.ts';
import { useMarkRead } from '../api/use-mark-read.ts';
import { useRead } from '../api/use-read.ts';
import { useUnread } from '../api/use-unread.ts';
import { entityPath } from '../pieces/entity-path.ts';
import { PageLink } from '../pieces/page-link.tsx';
import { notificationText } from '../pieces/notification-text.ts';
import { useSupported } from '../pieces/support.ts';
import { useTexts } from '../texts/texts.ts';

/** Notifications that came while the page was open, at once, for a member who wants that. */
export const Popups = (): ReactElement | null => {
  const texts = useTexts();
  const supported = useSupported();
  const { notifications, words } = texts;
  const { data } = useUnread();
  const { data: preferences } = useRead('get-partner-notification-preferences', {});
  const markRead = useMarkRead();
  const newest = useRef<string | null>(null);
  const [shown, setShown] = useState<readonly Notification[]>([]);
  useEffect(() => {
    if (data === undefined) return;
    const before = newest.current;
    // Newest first: one that another one made room for is an old one.
    newest.current = [data.items[0]?.created_at ?? '', before ?? ''].toSorted().at(-1) ?? '';
    if (before === null) return;
    const fresh = data.items.filter(({ created_at: at }) => at > before);
    if (fresh.length > 0) setShown((all) => [...fresh, ...all]);
  }, [data]);
  if (preferences?.preferences.popup_enabled !== true || shown.length === 0) return null;
  return (
    <Flashbar
      items={shown.map((notification) => {
        const path = entityPath(notification.entity);
        const { title, body } = notificationText(texts, notification, supported);
        return {
          id: notification.id,
          type: notification.severity === 'info' ? 'info' : notification.severity === 'critical' ? 'error' : 'warning',
          header: title,
          content: body,
          dismissible: true,
          dismissLabel: words.close,
          ...(path === null
            ? {}
            : {
                action: (
                  <PageLink
                    to={path}
                    onFollow={() => {
                      markRead(notification.id);
                    }}
                  >
                    {notifications.open}
                  </PageLink>
                ),
              }),
          onDismiss: () => {
            setShown((all) => all.filter(({ id }) => id !== notification.id));
          },
        };
      })}
    />
  );
};
