import { answerRules } from './answers.ts';
import { auditRules } from './audit.ts';
import { callRules } from './calls-and-work.ts';
import { countRules } from './counts.ts';
import { customerRules } from './customers.ts';
import { endpointRules } from './endpoints.ts';
import { erasureRules } from './erasures.ts';
import { eventRules } from './events.ts';
import { importRules } from './imports.ts';
import type { Invariant } from './invariant.ts';
import { lineRules } from './lines.ts';
import { notificationRules } from './notifications.ts';
import { numberRules } from './numbers.ts';
import { reportRules } from './reports.ts';
import { searchRules } from './searches.ts';
import { connectionRules, secretRules, sessionRules } from './sessions.ts';
import { slotRules } from './slots.ts';
import { templateRules } from './templates.ts';
import { usageRules } from './usage.ts';
import { watches } from './watches.ts';

/** The rules that hold when everything is settled, and those that held after each commit. */
export const invariants: readonly Invariant[] = [
  ...callRules,
  ...answerRules,
  ...lineRules,
  ...numberRules,
  ...sessionRules,
  ...connectionRules,
  ...secretRules,
  ...slotRules,
  ...customerRules,
  ...endpointRules,
  ...eventRules,
  ...reportRules,
  ...searchRules,
  ...countRules,
  ...usageRules,
  ...templateRules,
  ...notificationRules,
  ...importRules,
  ...erasureRules,
  ...auditRules,
  ...watches.map(({ rule }): Invariant => ({ rule, broken: ({ world }) => world.watching.of(rule) })),
];
