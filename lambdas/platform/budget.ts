import * as z from 'zod/mini';
import { type Milliseconds, minute } from '../kernel/time.ts';

/**
 * The call budget of a business account, or of the app's own credentials, shared by all environments: a sliding window of
 * 60 minutes in slots of five. `take` grants several calls at once, which are never returned.
 * https://developers.facebook.com/docs/graph-api/overview/rate-limiting
 */
export interface BudgetStore {
  /** Takes one call out of the budget before the call. @param wabaId or `appBudget` */
  readonly reserve: (wabaId: string, now: Milliseconds) => Promise<'granted' | { readonly retryAt: Milliseconds }>;
  /** Records a pause of the budget. */
  readonly observe: (wabaId: string, usage: Usage, now: Milliseconds) => Promise<void>;
}

/** The budget of the calls with the app's own credentials, in place of an id. Ids of business accounts have digits only. */
export const appBudget = 'app';

/** The figures of the usage header. */
export interface Usage {
  /** The highest percentage. */
  readonly percent: number;
  /** Minutes until calls are accepted again; 0 while they are. */
  readonly regainMinutes: number;
}

export interface CallBudget {
  /** Calls granted, by the start of their slot, oldest first. */
  readonly slots: readonly { readonly start: Milliseconds; readonly calls: number }[];
  readonly blockedUntil: Milliseconds;
  /** Pauses of the app's budget, each begun within an hour of the one before. */
  readonly pauses: number;
}

export type Take =
  | { readonly kind: 'granted'; readonly calls: number; readonly budget: CallBudget }
  | { readonly kind: 'wait'; readonly retryAt: Milliseconds };

/** Granted calls are valid until the end of the slot. */
export const slotLength = 5 * minute;
const window = 60 * minute;
/** The share of the budget that the service uses. The rest is for the partners' calls with the same app. */
const share = 0.8;
/** Bounds the pause that a malformed header causes. */
const longestBlock = 24 * 60 * minute;

export const emptyBudget: CallBudget = { slots: [], blockedUntil: 0, pauses: 0 };

/** Calls an hour: 80 % of 200, or of 5,000 once the business account has a registered number. */
export const callsPerHour = (hasRegisteredNumber: boolean): number => share * (hasRegisteredNumber ? 5_000 : 200);

/**
 * Calls an hour with the app's own credentials. The platform's limit depends on the app's users, and its usage header alone
 * tells it. This bounds what links that are misused can cost, below any partner's own traffic.
 */
export const appCallsPerHour = share * 5_000;

/** The number of calls of a grant: small when few are left, so that idle environments hold few of them. */
export const leaseSize = (left: number): number => Math.max(1, Math.min(20, Math.floor(left / 50)));

/** Takes up to `most` calls, `leaseSize` by default. At most `limit` calls are granted in any 60 minutes. */
export const take = (budget: CallBudget, limit: number, now: Milliseconds, most = Infinity): Take => {
  if (now < budget.blockedUntil) return { kind: 'wait', retryAt: budget.blockedUntil };
  // A slot counts until its end is an hour old.
  const slots = budget.slots.filter((slot) => slot.start + slotLength + window > now);
  const left = limit - slots.reduce((sum, slot) => sum + slot.calls, 0);
  const [oldest] = slots;
  if (left < 1)
    return { kind: 'wait', retryAt: oldest === undefined ? now + window : oldest.start + slotLength + window };
  const calls = Math.min(most, leaseSize(left));
  const newest = slots.at(-1);
  const start = Math.max(now - (now % slotLength), newest?.start ?? 0);
  const others = newest?.start === start ? slots.slice(0, -1) : slots;
  const inSlot = (newest?.start === start ? newest.calls : 0) + calls;
  return { kind: 'granted', calls, budget: { ...budget, slots: [...others, { start, calls: inSlot }] } };
};

/** The granted share of an hour's calls. */
export const usedPercent = ({ slots }: CallBudget, limit: number): number =>
  Math.round((100 * slots.reduce((sum, { calls }) => sum + calls, 0)) / limit);

/** Whether the figures require a pause. */
export const isPause = ({ percent, regainMinutes }: Usage): boolean => percent >= share * 100 || regainMinutes > 0;

/** The given object when nothing changed. */
export const pausedBy = (budget: CallBudget, usage: Usage, now: Milliseconds): CallBudget => {
  if (!isPause(usage)) return budget;
  const pause = usage.regainMinutes > 0 ? usage.regainMinutes * minute : slotLength;
  const blockedUntil = now + Math.min(pause, longestBlock);
  return blockedUntil > budget.blockedUntil ? { ...budget, blockedUntil } : budget;
};

/**
 * The pause of the app's budget, for which the platform names no end: twice as long as the one before, when that ended less
 * than an hour ago. Answers to calls that began before the pause leave it as it is. The given object when nothing changed.
 */
export const appPausedBy = (budget: CallBudget, usage: Usage, now: Milliseconds): CallBudget => {
  if (!isPause(usage) || now < budget.blockedUntil) return budget;
  const pauses = now < budget.blockedUntil + window ? budget.pauses + 1 : 1;
  return { ...budget, pauses, blockedUntil: now + Math.min(slotLength * 2 ** (pauses - 1), window) };
};

const figure = z.catch(z.coerce.number().check(z.nonnegative()), 0);
const figures = { call_count: figure, total_cputime: figure, total_time: figure };
const Header = z.record(z.string(), z.array(z.object({ ...figures, estimated_time_to_regain_access: figure })));
const AppHeader = z.object(figures);

/** The figures of `X-Business-Use-Case-Usage` for the business account; undefined without any. */
export const usageOf = (header: string | undefined, wabaId: string): Usage | undefined => {
  const parsed = Header.safeParse(jsonOf(header ?? ''));
  const entries = parsed.success ? parsed.data[wabaId] : undefined;
  if (entries === undefined) return undefined;
  const highest = (values: readonly number[]): number => Math.max(0, ...values);
  return {
    percent: highest(entries.flatMap((entry) => [entry.call_count, entry.total_cputime, entry.total_time])),
    regainMinutes: highest(entries.map((entry) => entry.estimated_time_to_regain_access)),
  };
};

/** The figures of `X-App-Usage`, which tells no time; undefined without any. */
export const appUsageOf = (header: string | undefined): Usage | undefined => {
  const { success, data } = AppHeader.safeParse(jsonOf(header ?? ''));
  return success
    ? { percent: Math.max(data.call_count, data.total_cputime, data.total_time), regainMinutes: 0 }
    : undefined;
};

/** Undefined when the text is not JSON. */
export const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
