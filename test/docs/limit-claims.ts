import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { mostFiltered } from '@swift-worker/time-index/event-filter.ts';
import { eventLifetime } from '@swift-worker/time-index/event.ts';
import { maxCodes } from '@swift-worker/time-index/rollup-codec.ts';
import { dispatcher } from '../../lib/function-sizes.ts';
import { defaultTtlHours } from '../../lambdas/api/connect-invitation.ts';
import { maxPayloadBytes } from '../../lambdas/api/fit.ts';
import { mostBatchBytes, mostReports, mostRows } from '../../lambdas/api/batch-limits.ts';
import { mostLogoBytes } from '../../lambdas/domain/connect-page.ts';
import { importLifetime } from '../../lambdas/domain/customer-import.ts';
import { maxBodyBytes } from '../../lambdas/api/request.ts';
import { receiptLifetime } from '../../lambdas/domain/idempotency.ts';
import { defaultPageSize, maxPageSize } from '../../lambdas/domain/paging.ts';
import { nearSlots } from '../../lambdas/domain/slots.ts';
import { maxActiveKeys, maxKeyDays } from '../../lambdas/domain/partner-key.ts';
import { mostMembers } from '../../lambdas/domain/team.ts';
import { readUnitsOf } from '../../lambdas/domain/rate.ts';
import { day } from '../../lambdas/kernel/time.ts';
import { longestRange } from '../../lambdas/domain/usage/usage-range.ts';
import { healthPolicy } from '../../lambdas/domain/webhook/endpoint-health.ts';
import { promptWithin } from '../../lambdas/domain/webhook/pace.ts';
import { jitter, retryGaps } from '../../lambdas/domain/webhook/retry.ts';
import { overlap } from '../../lambdas/domain/webhook/rotation.ts';
import { outboundLimits } from '../../lambdas/outbound/client.ts';
import { listedLifetime, mostListedBytes } from '../../lambdas/domain/webhook/event-window.ts';
import { undeliveredLifetime } from '../../lambdas/domain/webhook/outbox.ts';

const second = 1_000;
const hour = 3_600 * second;
const grouped = (value: number): string => value.toLocaleString('en');

const bounds = z.object({
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  default: z.unknown().optional(),
  pattern: z.string().optional(),
});
const described = z.object({
  components: z.object({
    schemas: z.record(z.string(), z.object({ properties: z.record(z.string(), bounds).optional() })),
  }),
});
const { schemas } = described.parse(
  JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')),
).components;

/** What the OpenAPI description, which is generated from the routes, says of a parameter. */
export const boundsOf = (schema: string, name: string): z.infer<typeof bounds> => {
  const found = schemas[schema]?.properties?.[name];
  if (found === undefined) throw new Error(`the description has no ${name} in ${schema}`);
  return found;
};

const upsert = 'UpsertPartnerCustomerRequest';
const create = 'CreateCustomerInstanceRequest';
const page = 'UpdatePartnerConnectPageRequest';
const health = boundsOf('GetPartnerDeliveryHealthQuery', 'window_hours');

const between = (schema: string, name: string): string => {
  const { minLength, maxLength } = boundsOf(schema, name);
  return `| \`${name}\` | ${minLength ?? 0} to ${grouped(maxLength ?? 0)} characters`;
};
const upTo = (schema: string, name: string): string =>
  `| \`${name}\` | up to ${grouped(boundsOf(schema, name).maxLength ?? 0)} characters`;

const { timeUntilDisabled, timeUntilWarned } = healthPolicy(1);
const wholeOfGaps = retryGaps.reduce((sum, gap) => sum + gap, 0);

/** Where members are notified of the use of slots, in percent of the limit. */
export const nearPercent = nearSlots(100);
const smallestNear = [1, 2, 3, 4, 5, 6].find((limit) => nearSlots(limit) < limit);

/** The numbers of the page of limits; `rates` are the rows of its first table. */
export const limitClaims = (rates: readonly string[]): readonly string[] => [
  ...rates,
  'is allowed once a minute',
  `from 1; in \`search-partner-delivery-events\` up to ${grouped(boundsOf('SearchPartnerDeliveryEventsQuery', 'page').maximum ?? 0)}`,
  `| \`page_size\` | 1 to ${maxPageSize}; ${defaultPageSize} when omitted`,
  `| ${health.minimum ?? 0} to ${grouped(health.maximum ?? 0)}; ${String(health.default)} when omitted`,
  `| days of \`get-partner-usage\` | ${longestRange}; the current month when omitted`,
  `once for each ${readUnitsOf('reads')} read units that it takes from the database, and of \`customer_searches\` once for each ${readUnitsOf('customer_searches')}`,
  `A command counts once for each ${readUnitsOf('commands')} read units`,
  'none of the ten reveals',
  `more than ${grouped(mostFiltered)} events in the part`,
  'a JSON object in UTF-8',
  'an encoding is 415, other bytes are 400',
  'within ±(2^53 − 1)',
  'else 400 with the rule',
  'RFC 3339',
  'There is no hour 24',
  'RFC 5321',
  'These count as several',
  'count as two commands',
  'as one for each report',
  `One call reads at most ${mostListedBytes / 2 ** 20} MiB`,
  // docs/adr/0024-list-of-events.md: by test/events/event-list-units.proof.ts.
  'an event takes 20 to 130 bytes',
  `with ${maxCodes} error codes or more`,
  `at most ${grouped(mostFiltered)} events`,
  `| ${maxBodyBytes / 1024} KiB; \`report-partner-message-statuses\` and \`import-partner-customers\` ${mostBatchBytes / 2 ** 20} MiB`,
  `| answer | ${Math.floor(maxPayloadBytes / 2 ** 20)} MB`,
  '| `Idempotency-Key` | 8 to 200 characters',
  between(upsert, 'external_customer_id'),
  between(upsert, 'customer_name'),
  upTo(upsert, 'customer_email'),
  between(upsert, 'customer_phone'),
  '| `metadata` | 8 KiB as JSON',
  upTo('MergePartnerCustomersRequest', 'reason'),
  between(create, 'instance_key'),
  upTo(create, 'instance_name'),
  upTo('UpdatePartnerWebhookEndpointRequest', 'webhook_url'),
  `| \`display_name\` of the connect page | ${boundsOf(page, 'display_name').minLength ?? 0} to ${boundsOf(page, 'display_name').maxLength ?? 0} characters`,
  `| \`logo_url\`, \`privacy_url\` | up to ${grouped(boundsOf(page, 'logo_url').maxLength ?? 0)} characters`,
  `| the logo | ${mostLogoBytes / 1024} KiB`,
  `| \`language\` of a connect session | ${boundsOf(create, 'language').minLength ?? 0} to ${boundsOf(create, 'language').maxLength ?? 0} characters`,
  'exactly 64 hexadecimal characters',
  `| 1 to ${mostReports}`,
  `| \`customers\` of \`import-partner-customers\` | 1 to ${grouped(mostRows)}`,
  `within ${dispatcher.timeoutSeconds} s, else 503`,
  `| ${promptWithin / second} s to count as fast, ${outboundLimits.milliseconds / second} s at most`,
  `| ${retryGaps.length + 1} within about ${Math.floor(wholeOfGaps / day)} days`,
  `| ${(retryGaps[0] ?? 0) / second} s, ${(retryGaps.at(-1) ?? 0) / hour} h; each ±${jitter * 100} %`,
  `| failing endpoint disabled | after ${timeUntilDisabled / day} days`,
  `| members notified of a failing endpoint | after ${timeUntilWarned / day} days`,
  `| link of a connect session | ${defaultTtlHours} hours; \`ttl_hours\` takes 0.25 to 168`,
  `| both signing secrets valid after a rotation | ${overlap / hour} hours`,
  `| up to ${eventLifetime / day} days old, and up to 1 day ahead`,
  'every 3 hours',
  'older than 10 minutes',
  `| stored response of an \`Idempotency-Key\` | ${receiptLifetime / hour} hours`,
  `| events in the list of events, with their attempts | ${listedLifetime / day} days`,
  `| undelivered events, which can be sent again | ${undeliveredLifetime / day} days`,
  `| imports of customers, with their failed rows | ${importLifetime / day} days`,
  `| delivery events | ${eventLifetime / day} days`,
  `| active partner keys of a partner | ${maxActiveKeys} |`,
  `| members of a partner | ${mostMembers} |`,
  `up to ${maxKeyDays} days`,
  'within 60 seconds',
  `when ${nearPercent} % and when 100 % of the limit are taken`,
  `${nearPercent} % are rounded up to a whole slot: of 6 slots it is slot ${nearSlots(6)}`,
  `With a limit below ${smallestNear ?? 0} there is only the notification at 100 %`,
];
