import { readFileSync } from 'node:fs';
import { oldestJava } from '@swift-worker/local-cloud/services/java.ts';
import { eventLifetime } from '@swift-worker/time-index/event.ts';
import { margin } from '../../listen/feed.ts';
import { interval } from '../../listen/follow.ts';
import { timeLimit, waits } from '../../listen/forward.ts';
import { defaultPolicy, isTransient } from '../../packages/client/src/retry.ts';
import { shortestSecretPart } from '../../packages/client/src/webhook.ts';
import { defaultCallTimeout, defaultTimeout } from '../../packages/client/src/options.ts';
import { limitPause, namePause } from '../../lambdas/connect/saga.ts';
import { sessionWait } from '../../lambdas/domain/connect-session.ts';
import { mostAccounts } from '../../lambdas/api/operations/templates/list-template-names.ts';
import { defaultTtlHours } from '../../lambdas/api/connect-invitation.ts';
import { maxPayloadBytes } from '../../lambdas/api/fit.ts';
import { mostBatchBytes, mostReports, mostRows } from '../../lambdas/api/batch-limits.ts';
import { mostLogoBytes } from '../../lambdas/domain/connect-page.ts';
import { warnedBefore } from '../../lambdas/domain/token-expiry.ts';
import { statusOfCode, type ErrorCode } from '../../lambdas/kernel/errors.ts';
import { receiptLifetime } from '../../lambdas/domain/idempotency.ts';
import client from '../../packages/client/package.json' with { type: 'json' };
import { addressLimit, rateLimits, type RateClass } from '../../lambdas/domain/rate.ts';
import { day } from '../../lambdas/kernel/time.ts';
import { closesAt } from '../../lambdas/domain/usage/closing.ts';
import { contentLifetime, mostRepeated, triedLifetime } from '../../lambdas/domain/relayed-callback.ts';
import { longestRange } from '../../lambdas/domain/usage/usage-range.ts';
import { endOfUtcDay } from '../../lambdas/domain/usage/utc-day.ts';
import { keptAnswerBytes } from '../../lambdas/domain/webhook/answer-text.ts';
import { attemptLifetime } from '../../lambdas/store/webhooks/event-attempts.ts';
import { listedLifetime } from '../../lambdas/domain/webhook/event-window.ts';
import { healthPolicy } from '../../lambdas/domain/webhook/endpoint-health.ts';
import { handOverAfter, promptUntilFast, promptWithin } from '../../lambdas/domain/webhook/pace.ts';
import { jitter, longestEarlyRetryAfter, longestRetryAfter, retryGaps } from '../../lambdas/domain/webhook/retry.ts';
import { overlap } from '../../lambdas/domain/webhook/rotation.ts';
import { outboundLimits } from '../../lambdas/outbound/client.ts';
import { undeliveredLifetime } from '../../lambdas/domain/webhook/outbox.ts';
import { gathering, mostPending } from '../../lambdas/store/notifications/notice-mails.ts';
import { mostNamed } from '../../lambdas/domain/notice-mail.ts';
import { mostEntries } from '../../lambdas/store/usage-reading/customer-usage.ts';
import { fewBytes } from '../../lambdas/store/usage-reading/day-facts.ts';
import { local, production, staging } from '../../lib/stages.ts';
import { limitClaims, nearPercent } from './limit-claims.ts';
import { tried } from '../openapi/generators/tried.ts';
import { refreshGraceSeconds, temporaryPasswordDays } from '../../lib/member-settings.ts';
import { pollAfter } from '../../portal/src/api/polling.ts';
import { newestLines } from '../../portal/src/api/line-names.ts';
import { criticalAbove, degradedAbove, enoughMessages } from '../../lambdas/domain/delivery/health.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

const grouped = (value: number): string => value.toLocaleString('en');
const days = (time: number): string => String(time / day);
const hours = (time: number): string => String(time / hour);
const seconds = (time: number): string => String(time / second);

const durationOf = (time: number): string => {
  if (time >= hour) return `${time / hour} h`;
  return time >= minute ? `${time / minute} min` : `${time / second} s`;
};

const sustainedOf = (interval: number): string => {
  if (interval <= second) return `${second / interval} a second`;
  return interval <= hour ? `${hour / interval} an hour` : `${(24 * hour) / interval} a day`;
};

const rateOf = (name: RateClass): string => {
  const { burst, interval } = rateLimits(1)[name];
  return `| ${sustainedOf(interval)} | ${grouped(burst)} |`;
};

const errorCodes = Object.keys(statusOfCode).filter((code): code is ErrorCode => code in statusOfCode);
const transientStatuses = Array.from({ length: 600 }, (_, status) => status).filter((status) =>
  isTransient(status, ''),
);
const transientCodes = errorCodes.filter((code) => !isTransient(statusOfCode[code], '') && isTransient(409, code));

const [, oldestPython = ''] =
  /requires-python = ">=([\d.]+)"/.exec(
    readFileSync(new URL('../../packages/client-python/pyproject.toml', import.meta.url), 'utf8'),
  ) ?? [];

/** The time until a day is closed, in whole hours. @param end of the partner's id */
const closesAfter = (end: string): number =>
  Math.ceil((closesAt('2030-01-01', end) - endOfUtcDay('2030-01-01')) / hour) * hour;

const gaps = retryGaps.map(durationOf);
const wholeOfGaps = retryGaps.reduce((sum, gap) => sum + gap, 0);
const policy = healthPolicy(1);
const { longestUnpaused, timeUntilDisabled, timeUntilWarned } = policy;
/** Minutes until each probe after a failed one, up to the longest. */
const probeGaps = Array.from({ length: 10 }, (_, probes) =>
  Math.min(policy.firstProbeGap * 2 ** probes, policy.longestProbeGap),
).filter((gap, index, all) => index === 0 || gap !== all[index - 1]);
const minutes = (time: number): string => String(time / minute);
const { firstWait, longestWait, attempts } = defaultPolicy;

const rates: readonly string[] = [
  `| \`reads\` | queries ${rateOf('reads')}`,
  `| \`customer_searches\` | \`list-partner-customers\` with \`search\`; \`search-partner-instances\`; \`list-partner-template-names\`; \`search-partner-delivery-events\` with a filter ${rateOf('customer_searches')}`,
  `| \`commands\` | every other command ${rateOf('commands')}`,
  `| \`delivery_reports\` | reports of message statuses ${rateOf('delivery_reports')}`,
  `| \`webhook_validations\` | validation and update of the endpoint, test events, updates of the connect page with a logo ${rateOf('webhook_validations')}`,
  `| \`token_reveals\` | \`reveal-partner-instance-platform-token\` ${rateOf('token_reveals')}`,
  `| \`connect_sessions\` | connect sessions, and lines created with one ${rateOf('connect_sessions')}`,
  `| \`invitations\` | \`invite-partner-member\` ${rateOf('invitations')}`,
];

/** The limit of mails to one address. */
const oncePerAddress = `invited once in ${addressLimit(1).interval / 60_000} minutes`;

/** The numbers on the pages for partners, with the words around them, made from the code's values. */
export const claims: Readonly<Record<string, readonly string[]>> = {
  'partners/README.md': ['Node.js ≥ 20', `Python ≥ ${oldestPython}`, '8 to 200 printable ASCII characters'],
  // What the internet and the platform name so.
  'partners/networks.md': ['IPv4', 'IPv6', 'TLS 1.2 or later'],
  'partners/messages.md': [
    'within 24 hours after the recipient wrote',
    `the platform's Graph API, version \`${production.graphVersion}\``,
  ],
  'partners/sending-templates.md': ['within the last 24 hours', 'more than four blanks in a row'],
  'partners/templates.md': [
    'every 3 hours',
    'younger than 10 minutes',
    'at most once a minute',
    `your first ${mostAccounts.toLocaleString('en')} accounts`,
  ],
  'partners/environments.md': [`${local.rateScale} times as high`, 'webhook attempts by 1,000'],
  'partners/changelog.md': [
    'after 1.1.0',
    'more than 2,000 names',
    'at most 64 octets and its domain 255',
    `end a call within ${seconds(defaultCallTimeout)} seconds`,
    'repeat 408, 425, 520 to 527 and 530 as well',
    `the part must have ${shortestSecretPart} hexadecimal digits in a row or a UUID of version 4`,
    `when ${nearPercent} % and when 100 % of the [slots](limits.md#slots) are taken`,
    '14, 7 and 1 days before the [token of a line]',
    'speak six languages',
  ],
  'partners/limits.md': limitClaims([...rates, oncePerAddress, `The local stack has ${local.rateScale} times as much`]),
  'partners/notifications.md': [
    `${nearPercent} % or 100 % of the [slots]`,
    'in 14, 7 or 1 days',
    `about ${gathering / minute} minutes after`,
    `names up to ${mostNamed}, and counts up to ${mostPending}`,
  ],
  'partners/customers.md': [
    'from 3 digits on',
    'by its last eight digits or more',
    `up to [${grouped(mostRows)} rows]`,
    'their `index`, from 0',
  ],
  'partners/lines.md': [
    `valid for ${defaultTtlHours} hours`,
    'a BCP 47 tag',
    'a page with status 400',
    'the scheme of an app in reverse-domain form',
    'for 15 minutes at least',
    `for ${days(sessionWait)} days at most after the link was made`,
    `tries every ${hours(namePause)} hours`,
    `tries again after ${hours(limitPause)} hours`,
    'within 6 hours by itself',
    'every 6 hours for a week',
    '14, 7 and 1 days before the end',
    // https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/onboarding-business-app-users
    '(version 2.24.17 or later)',
    'sends 20 messages per second at most',
    'for about 14 days',
    `at most ${mostLogoBytes / 1024} KiB`,
  ],
  'partners/events.md': [
    `for Node.js 20 and later or Python ${oldestPython} and later`,
    `for ${hours(overlap)} hours events then carry two signatures`,
    'events carry up to three signatures',
    // test/client/secret-part.test.ts tries them.
    `${shortestSecretPart} hexadecimal digits in a row, or a UUID of version 4`,
    `[${retryGaps.length + 1} times within about ${Math.floor(wholeOfGaps / day)} days]`,
    `kept for ${days(undeliveredLifetime)} days`,
    `lists the events of the last ${days(listedLifetime)} days`,
    // The window of the stream, and the time that the function takes.
    `listed within ${production.workers.journal.windowSeconds + 5} seconds`,
    `which has ${seconds(outboundLimits.milliseconds)} s for each`,
    `2xx within ${seconds(promptWithin)} s`,
    `until ${promptUntilFast} answers in a row came within ${seconds(promptWithin)} s`,
    `not answered within ${seconds(handOverAfter)} s`,
    `none of its ${retryGaps.length + 1} tries`,
    `up to ${hours(longestRetryAfter)} h, and up to ${hours(longestEarlyRetryAfter)} h until the third try`,
    `within ${warnedBefore.toReversed().slice(0, -1).join(', ')} or ${warnedBefore[0]} days`,
  ],
  'partners/outages.md': [
    `sent again for ${days(undeliveredLifetime)} days`,
    `varies by ±${jitter * 100} %`,
    `tried ${retryGaps.length + 1} times** within about ${Math.floor(wholeOfGaps / day)} days`,
    `${gaps.slice(0, -1).join(', ')} and ${gaps.at(-1) ?? ''} after one another`,
    `after ${policy.failuresUntilPaused} failures in a row over at least ${minutes(policy.timeUntilPaused)} minutes`,
    `after ${probeGaps.slice(0, -1).map(minutes).join(', ')} and then every ${minutes(probeGaps.at(-1) ?? 0)} minutes`,
    `none of the ${retryGaps.length + 1} attempts`,
    `after ${durationOf(retryGaps[0] ?? 0)}, and then after ${durationOf(retryGaps[1] ?? 0)}`,
    `| ${days(timeUntilWarned)} days |`,
    `| ${days(longestUnpaused)} days |`,
    `| ${days(timeUntilDisabled)} days |`,
    `kept for ${days(undeliveredLifetime)} days`,
    `up to ${minutes(policy.longestProbeGap)} minutes away`,
    `up to ${keptAnswerBytes / 1024} KiB`,
    `It is kept for ${days(attemptLifetime)} days`,
  ],
  'partners/generated-clients.md': [
    `| ${tried.openApiTypescript} with ${tried.openApiFetch}`,
    `| TypeScript ${tried.typescript.replace(/\.\d+$/, '')}, strict`,
    `| ${tried.openApiPythonClient}`,
    `| mypy ${tried.mypy}, strict`,
    `| ${tried.oapiCodegen}`,
    `| ${tried.openApiGenerator}`,
    `| Go ${tried.go}`,
    `| javac ${tried.java}, Maven`,
    `| Mono ${tried.mono},`,
  ],
  'partners/packages.md': [
    `Node.js from ${client.engines.node.slice(2)}`,
    `in Python, from ${oldestPython}`,
    `a Java runtime from ${oldestJava}`,
  ],
  'partners/versions.md': ['at least 180 days before', `has its own version, \`${production.graphVersion}\``],
  'partners/quickstart.md': [`Node.js ${client.engines.node.replace('>=', '')} and later`],
  'partners/listening.md': [
    'port 3000',
    // The lag of the list, the interval between two readings, and the readings themselves.
    'within about 20 seconds',
    `within ${seconds(timeLimit)} s`,
    `after ${waits.slice(0, -1).map(durationOf).join(', ')} and ${durationOf(waits.at(-1) ?? 0)}`,
    `up to ${margin / minute} minutes`,
    `${rateLimits(1).webhook_validations.burst} an hour, ${rateLimits(10).webhook_validations.burst} on the local stack`,
    `every ${seconds(interval)} s`,
  ],
  // test/client/receiver.test.ts tries them.
  'partners/receivers.md': [
    'a body above 3 MiB',
    'in Base64',
    'bodies of [up to 1 MB]',
    'a callback of the platform may have 3 MB',
    'Node.js 20 and 24',
  ],
  'partners/relayed-callbacks.md': [
    `within ${handOverAfter === 5_000 ? 'five' : ''} seconds`,
    `callbacks for ${mostRepeated / day === 7 ? 'seven' : ''} days`,
    `for ${triedLifetime / hour} hours`,
    `After ${triedLifetime / hour} hours`,
    `for ${(contentLifetime - triedLifetime) / day} days`,
    `${contentLifetime / day} days after`,
  ],
  'partners/signatures.md': [
    'Standard Webhooks 1.0.0',
    'X-Hub-Signature-256',
    'HMAC-SHA256',
    'Base64',
    'UTF-8',
    'by more than 300 s',
    '24 to 64 bytes',
    'one of fewer than 24 characters',
    `the ${hours(overlap)} hours of a rotation`,
  ],
  'partners/delivery-errors.md': [
    `more than ${degradedAbove * 100} % of its messages`,
    `above ${criticalAbove * 100} %`,
    `Below ${enoughMessages} messages`,
    // https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes
    'More than 24 hours have passed',
  ],
  'partners/delivery.md': [
    `up to ${days(eventLifetime)} days late`,
    'with more than 5 % failed messages',
    'with more than 15 %',
    'below 20 messages',
    'RFC 3339',
    'up to 2,160 hours back',
    `up to ${mostReports} reports, in a body of up to ${mostBatchBytes / 2 ** 20} MiB`,
    'page 1,000,000 costs what page 1 costs',
  ],
  'partners/errors.md': [
    `refused it for ${days(sessionWait)} days`,
    `no more calls for ${days(sessionWait)} days`,
    // Of API Gateway, to a preflight.
    'with 204',
    `kept for ${hours(receiptLifetime)} hours`,
    `after ${transientStatuses.join(', ')}, ${transientCodes.map((code) => `\`${code}\``).join(', ')}, and when no answer came within ${seconds(defaultTimeout)} seconds`,
    `They make ${attempts} attempts, within ${seconds(defaultCallTimeout)} seconds in all`,
    `start at ${seconds(firstWait / 2)} to ${seconds(firstWait)} seconds and double`,
    `more than ${seconds(longestWait)} seconds`,
    `an answer above [${Math.floor(maxPayloadBytes / 2 ** 20)} MB]`,
    // Lambda's and API Gateway's: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
    'of more than about 6 MB',
    'does not answer within 30 s',
  ],
  'partners/team-and-keys.md': [`valid for ${temporaryPasswordDays} days`],
  'partners/usage.md': [
    `at most ${longestRange} days`,
    `has more than ${grouped(mostEntries)} entries`,
    `closed ${hours(closesAfter('0000'))} to ${hours(closesAfter('ffff'))} hours after its end`,
    `up to ${production.workers.journal.windowSeconds + 5} seconds late`,
    // Of reports that come one by one, each takes 16 bytes and about 150 of its item.
    `from about ${grouped(Math.round(fewBytes / 166 / 1_000) * 1_000)} on`,
  ],
  'portal.md': [
    'refused within 60 seconds',
    `valid for ${production.members.idTokenHours} hour (staging and production)`,
    `new ones for ${staging.members.sessionHours} hours`,
    `accepted for ${refreshGraceSeconds} seconds more`,
    `the ${newestLines.page_size} newest lines`,
    `after ${pollAfter(0) / 1000} to ${pollAfter(Infinity) / 1000} seconds`,
  ],
};
