import type { Examples } from './example.ts';
import { at, instanceId, later } from './records.ts';

const notification = {
  id: '01980000-0000-7000-8000-000000000091',
  category: 'platform_alerts',
  severity: 'critical',
  title: 'An instance needs to be connected again',
  body: 'The platform no longer lets the service act for it. Create a connect session with mode reconnect.',
  entity: { type: 'instance', id: instanceId },
  created_at: at,
  read_at: null,
};
const preferences = {
  notify_academy: true,
  notify_platform_alerts: true,
  notify_templates: true,
  notify_delivery_health: true,
  notify_billing: true,
  notify_billing_reminders: true,
  notify_system: true,
  popup_enabled: true,
};

export const notificationExamples: Examples = {
  'list-partner-notifications': {
    request: { status: 'unread', page: 1, page_size: 50 },
    responses: { 200: { items: [notification], total: 1, page: 1, page_size: 50, pages: 1, unread: 1 } },
  },
  'mark-partner-notification-read': {
    request: { notification_id: notification.id },
    responses: { 200: { notification: { ...notification, read_at: later } } },
  },
  'mark-all-partner-notifications-read': { request: {}, responses: { 200: { unread: 0, read_until: later } } },
  'get-partner-notification-preferences': { request: {}, responses: { 200: { preferences } } },
  'update-partner-notification-preferences': {
    request: { notify_academy: false },
    responses: { 200: { preferences: { ...preferences, notify_academy: false } } },
  },
};
