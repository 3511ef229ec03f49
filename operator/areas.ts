import { audit } from './commands/audit.ts';
import { customers } from './commands/customers.ts';
import { events } from './commands/events.ts';
import { instances } from './commands/instances.ts';
import { keys } from './commands/keys.ts';
import { members } from './commands/members.ts';
import { partners } from './commands/partners.ts';
import { publishableKeys } from './commands/publishable-keys.ts';
import { webhookSecrets } from './commands/webhook-secrets.ts';
import type { Area } from './description.ts';

/** All commands, in the order of the help. */
export const areas: readonly Area[] = [
  partners,
  keys,
  publishableKeys,
  members,
  webhookSecrets,
  events,
  customers,
  instances,
  audit,
];
