import type { BlockSummary } from './block-summary.ts';
import { errorKey } from './error-tally.ts';
import type { DeliveryEvent, DeliveryStatus } from './event.ts';
import type { Bucket } from './rollup.ts';

/** What events are searched for besides their time. Null is any. */
export interface EventFilter {
  readonly status: DeliveryStatus | null;
  /** Of failures, as text: `131026` is the number and the string. */
  readonly errorCode: string | null;
  /** Byte for byte. */
  readonly messageId: string | null;
}

export const anyEvent: EventFilter = { status: null, errorCode: null, messageId: null };

export const isAny = ({ status, errorCode, messageId }: EventFilter): boolean =>
  status === null && errorCode === null && messageId === null;

/** Only failures have an error code. */
export const isNone = ({ status, errorCode }: EventFilter): boolean =>
  errorCode !== null && status !== null && status !== 'failed';

const hasCode = ({ status, error }: DeliveryEvent, wanted: string): boolean => {
  const code = error?.code ?? null;
  return status === 'failed' && code !== null && String(code) === wanted;
};

export const passes = ({ status, errorCode, messageId }: EventFilter, event: DeliveryEvent): boolean =>
  (status === null || event.status === status) &&
  (errorCode === null || hasCode(event, errorCode)) &&
  (messageId === null || event.message_id === messageId);

/** The most events of a range that a search reads whose filter the index does not count: about 300 read units. */
export const mostFiltered = 20_000;

/** A filter that the index counts: by a status, or of failures by an error code. */
export type CountedFilter =
  { readonly kind: 'status'; readonly status: DeliveryStatus } | { readonly kind: 'code'; readonly code: string };

/** Null: the index does not count it. */
export const countedFilter = ({ status, errorCode, messageId }: EventFilter): CountedFilter | null => {
  if (messageId !== null) return null;
  if (errorCode !== null) return { kind: 'code', code: errorCode };
  return status === null ? null : { kind: 'status', status };
};

/** Whether an event passes a counted filter. */
export const passesCounted = (filter: CountedFilter, event: DeliveryEvent): boolean =>
  filter.kind === 'status' ? event.status === filter.status : hasCode(event, filter.code);

/** The keys of the number and of the string. */
const keysOf = (code: string): readonly string[] => {
  const number = Number(code);
  const isNumber = Number.isSafeInteger(number) && String(number) === code;
  return [errorKey(code), ...(isNumber ? [errorKey(number)] : [])];
};

/** The events of a bucket that pass. */
export const countInBucket = (filter: CountedFilter, { tally, errors }: Bucket): number =>
  filter.kind === 'status'
    ? tally[filter.status]
    : keysOf(filter.code).reduce((sum, key) => sum + (errors.get(key)?.count ?? 0), 0);

/** The events of a block that pass; null when the block has to be read. */
export const countInBlock = (filter: CountedFilter, summary: BlockSummary | null): number | null => {
  if (summary === null) return null;
  if (filter.kind === 'status') return summary.statuses[filter.status];
  return summary.codes === null ? null : (summary.codes.get(filter.code) ?? 0);
};
