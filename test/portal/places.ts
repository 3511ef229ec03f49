import type { Scene } from './scene.ts';

/** Each page by its name and its path. */
export const pagesOf = ({
  customerId,
  instanceId,
  waiting,
  messagePath,
}: Scene): readonly (readonly [string, string])[] => [
  ['overview', ''],
  ['first-steps', 'first-steps'],
  ['customers', 'customers'],
  ['import', 'customers/import'],
  ['customer', `customers/${customerId}`],
  ['lines', 'lines'],
  ['new-line', 'lines/new'],
  ['reminders', 'lines/reminders'],
  ['line', `lines/${instanceId}`],
  ['waiting-line', `lines/${waiting.id}`],
  ['connect-page', 'connect-page'],
  ['webhook', 'webhook'],
  ['webhook-migration', 'webhook/migration'],
  ['webhook-events', 'webhook/events'],
  ['templates', 'templates'],
  ['template-name', 'templates/order_sent'],
  ['delivery', 'delivery'],
  ['delivery-events', 'delivery/events'],
  ['message', messagePath],
  ['notifications', 'notifications'],
  ['usage', 'usage'],
  ['team', 'team'],
  ['not-found', 'nowhere'],
];
