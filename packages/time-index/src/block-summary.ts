import { deliveryStatuses, type DeliveryEvent, type DeliveryStatus } from './event.ts';

/** What a block counts besides its events. */
export interface BlockSummary {
  readonly statuses: Readonly<Record<DeliveryStatus, number>>;
  /** Failures by error code, as text; null: there are too many codes to count. */
  readonly codes: ReadonlyMap<string, number> | null;
}

export const emptySummary: BlockSummary = {
  statuses: { sent: 0, delivered: 0, read: 0, failed: 0, deleted: 0 },
  codes: new Map(),
};

/** They keep the list of an hour short. */
const mostCodes = 12;
const longestCode = 32;

const isCounted = (codes: ReadonlyMap<string, number>): boolean =>
  codes.size <= mostCodes && Array.from(codes.keys()).every((code) => code.length <= longestCode);

const addCodes = (left: BlockSummary['codes'], right: BlockSummary['codes']): BlockSummary['codes'] => {
  if (left === null || right === null) return null;
  const sum = new Map(left);
  for (const [code, count] of right) sum.set(code, (sum.get(code) ?? 0) + count);
  return isCounted(sum) ? sum : null;
};

/** Null is unknown. */
export const addSummaries = (left: BlockSummary | null, right: BlockSummary): BlockSummary | null => {
  if (left === null) return null;
  const statuses = { ...left.statuses };
  for (const status of deliveryStatuses) statuses[status] += right.statuses[status];
  return { statuses, codes: addCodes(left.codes, right.codes) };
};

export const summaryOf = (events: readonly DeliveryEvent[]): BlockSummary => {
  const statuses = { ...emptySummary.statuses };
  const codes = new Map<string, number>();
  for (const { status, error } of events) {
    statuses[status] += 1;
    const code = error?.code ?? null;
    if (status === 'failed' && code !== null) codes.set(String(code), (codes.get(String(code)) ?? 0) + 1);
  }
  return { statuses, codes: isCounted(codes) ? codes : null };
};
