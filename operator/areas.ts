import { audit } from './commands/audit.ts';
import { customers } from './commands/customers.ts';
import { deadLetters } from './commands/dead-letters.ts';
import { doctor } from './commands/doctor.ts';
import { events } from './commands/events.ts';
import { fix } from './commands/fix.ts';
import { instances } from './commands/instances.ts';
import { keys } from './commands/keys.ts';
import { limits } from './commands/limits.ts';
import { members } from './commands/members.ts';
import { partners } from './commands/partners.ts';
import { platformApp } from './commands/platform-app.ts';
import { publishableKeys } from './commands/publishable-keys.ts';
import { stored } from './commands/stored.ts';
import { statusArea } from './commands/status.ts';
import { trace } from './commands/trace.ts';
import { usage } from './commands/usage.ts';
import { webhookSecrets } from './commands/webhook-secrets.ts';
import type { Area } from './description.ts';

/** All commands, in the order of the help. */
export const areas: readonly Area[] = [
  statusArea,
  doctor,
  platformApp,
  trace,
  limits,
  partners,
  keys,
  publishableKeys,
  members,
  webhookSecrets,
  events,
  deadLetters,
  fix,
  customers,
  instances,
  usage,
  stored,
  audit,
];
