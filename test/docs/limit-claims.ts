import { mostFiltered } from '@swift-worker/time-index/event-filter.ts';
import { eventLifetime } from '@swift-worker/time-index/event.ts';
import { maxCodes } from '@swift-worker/time-index/rollup-codec.ts';
import { dispatcher } from '../../lib/function-sizes.ts';
import { temporaryPasswordDays } from '../../lib/member-settings.ts';
import { defaultTtlHours } from '../../lambdas/api/connect-invitation.ts';
import { maxPayloadBytes } from '../../lambdas/api/fit.ts';
import { mostBatchBytes, mostReports, mostRows } from '../../lambdas/api/batch-limits.ts';
import { messageLifetime } from '../../lambdas/domain/delivery/message-place.ts';
import { keptAnswerBytes } from '../../lambdas/domain/webhook/answer-text.ts';
import { callsPerHour } from '../../lambdas/platform/budget.ts';
import { attemptLifetime } from '../../lambdas/store/webhooks/event-attempts.ts';
import { resendLifetime } from '../../lambdas/store/webhooks/resends.ts';
import { mostLogoBytes } from '../../lambdas/domain/connect-page.ts';
import { importLifetime } from '../../lambdas/domain/customer-import.ts';
import { maxBodyBytes } from '../../lambdas/api/request.ts';
import { receiptLifetime } from '../../lambdas/domain/idempotency.ts';
import { defaultPageSize, maxPageSize } from '../../lambdas/domain/paging.ts';
import { nearSlots } from '../../lambdas/domain/slots.ts';
import { keyRecordEnd, maxActiveKeys, maxKeyDays } from '../../lambdas/domain/partner-key.ts';
import { mostMembers } from '../../lambdas/domain/team.ts';
import { readUnitsOf } from '../../lambdas/domain/rate.ts';
import { mostErrorBytes, mostProblems } from '../../lambdas/kernel/errors.ts';
import { day } from '../../lambdas/kernel/time.ts';
import { longestRange } from '../../lambdas/domain/usage/usage-range.ts';
import { promptWithin } from '../../lambdas/domain/webhook/pace.ts';
import { outboundLimits } from '../../lambdas/outbound/client.ts';
import { mostEntries } from '../../lambdas/store/usage-reading/customer-usage.ts';
import { listedLifetime, mostListedBytes } from '../../lambdas/domain/webhook/event-window.ts';
import { undeliveredLifetime } from '../../lambdas/domain/webhook/outbox.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const grouped = (value: number): string => value.toLocaleString('en');

const ended = new Date(0).toISOString();
const keptKeyDays = (keyRecordEnd({ revoked_at: ended, expires_at: null }) ?? 0) / day;

/** Where members are notified of the use of slots, in percent of the limit. */
export const nearPercent = nearSlots(100);
const smallestNear = [1, 2, 3, 4, 5, 6].find((limit) => nearSlots(limit) < limit);

/** The numbers of the page of limits; `rates` are the rows of its first table. */
// oxlint-disable-next-line max-lines-per-function -- a table of sentences
export const limitClaims = (rates: readonly string[]): readonly string[] => [
  ...rates,
  'is allowed once a minute',
  `| \`page_size\` | 1 to ${maxPageSize}; ${defaultPageSize} when omitted`,
  `| days of \`get-partner-usage\` | ${longestRange}; the current month when omitted`,
  `with those of merged customers | ${grouped(mostEntries)} |`,
  `once for each ${readUnitsOf('reads')} read units that it takes from the database, and of \`customer_searches\` once for each ${readUnitsOf('customer_searches')}`,
  `A command counts once for each ${readUnitsOf('commands')} read units, and a report once for each ${readUnitsOf('delivery_reports')}.`,
  `at most ${callsPerHour(false)} times an hour for a business account, and ${grouped(callsPerHour(true))} times`,
  'beyond that gets 429',
  `more than ${grouped(mostFiltered)} events in the hour`,
  'a JSON object in UTF-8',
  'an encoding is 415, other bytes are 400',
  'within ±(2^53 − 1)',
  'else 400 with the rule',
  'RFC 3339',
  'There is no hour 24',
  'These count as several',
  'count as two commands',
  'as one for each report',
  `reads at most ${mostListedBytes / 2 ** 20} MiB`,
  // docs/adr/0024-list-of-events.md: by test/events/event-list-units.proof.ts.
  'an event takes 20 to 130 bytes',
  `has ${maxCodes} error codes or more`,
  'a span of eight days',
  'the last 24 hours when omitted',
  'the 50 newest lines, the 10 newest entries',
  'the 200 lines with most messages, the 10 most frequent errors',
  'by hours up to 72 hours',
  `at most ${grouped(mostFiltered)} events`,
  `| ${maxBodyBytes / 1024} KiB; \`report-partner-message-statuses\` and \`import-partner-customers\` ${mostBatchBytes / 2 ** 20} MiB; else 413`,
  `| answer | ${Math.floor(maxPayloadBytes / 2 ** 20)} MB, else 413`,
  '| `Idempotency-Key` | 8 to 200 characters',
  `| ${mostErrorBytes / 1024} KiB; \`details\` lists up to ${mostProblems} problems`,
  // lambdas/api/request.ts
  `| rows of an import, reports of a call | ${grouped(mostRows)} and ${mostReports} |`,
  '| names of an object in a body | 2,000 |',
  'more than four times as many UTF-16 units',
  // lambdas/api/fields.ts
  'more than 256 UTF-16 units has at most 30 combining marks in a row',
  '| `metadata` | 8 KiB as JSON',
  `| the logo | ${mostLogoBytes / 1024} KiB`,
  'nested at most 32 levels deep',
  `within ${dispatcher.timeoutSeconds} s, else 503`,
  `| ${promptWithin / second} s to count as fast, ${outboundLimits.milliseconds / second} s at most`,
  `the first ${outboundLimits.bodyBytes / 1024} KiB are read`,
  `| link of a connect session | ${defaultTtlHours} hours; \`ttl_hours\` takes 0.25 to 168`,
  `| up to ${eventLifetime / day} days old, and up to 1 day ahead`,
  `| stored response of an \`Idempotency-Key\` | ${receiptLifetime / hour} hours`,
  `| events in the list of events, test events, and their attempts | ${listedLifetime / day} days`,
  `| undelivered events, which can be sent again | ${undeliveredLifetime / day} days`,
  `| ${keptAnswerBytes / 1024} KiB, ${attemptLifetime / day} days`,
  `| resends | ${resendLifetime / day} days`,
  `| a revoked or expired partner key, in the list of keys | ${keptKeyDays} days`,
  '| connect sessions | 90 days',
  '| syncs of templates | 90 days',
  `by which a repeated report is recognised | ${messageLifetime / day} days`,
  `| imports of customers, with their failed rows | ${importLifetime / day} days`,
  `| delivery events | ${eventLifetime / day} days`,
  'and migrations to one | 1; an update',
  '| resends of a partner | 1; another is 409',
  '| open connect sessions of a line | 1; a new one',
  '| running syncs of a business account | 1; a refresh',
  '| wrong PINs of a connect session | 5; the last',
  `| active partner keys of a partner | ${maxActiveKeys}; another is 409`,
  `| members of a partner, with those invited | ${mostMembers}; another invitation is 409`,
  `within ${temporaryPasswordDays} days`,
  `up to ${maxKeyDays} days`,
  'within 60 seconds',
  `when ${nearPercent} % and when 100 % of the limit are taken`,
  `${nearPercent} % are rounded up to a whole slot: of 6 slots it is slot ${nearSlots(6)}`,
  `With a limit below ${smallestNear ?? 0} there is only the notification at 100 %`,
];
