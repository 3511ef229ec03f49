import { throttled } from './errors.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** The values of the usage header: percentages, and minutes until calls are accepted again. */
interface UsageReport {
  readonly type: string;
  readonly call_count: number;
  readonly total_cputime: number;
  readonly total_time: number;
  readonly estimated_time_to_regain_access: number;
}

export interface Usage {
  /** Counts a call against the business account. Throws the throttling error when its budget is used up. */
  readonly spend: (wabaId: string) => void;
  /** The value of `X-Business-Use-Case-Usage`. */
  readonly header: (wabaId: string) => string;
  /** Reports these values in place of the counted ones, and throttles from 100 percent; null: counts again. */
  readonly report: (wabaId: string, report: Partial<UsageReport> | null) => void;
  readonly clearReports: () => void;
  /** Sets the calls an hour of one business account, or of all; null: the platform's own limits. */
  readonly setBudget: (wabaId: string | undefined, callsPerHour: number | null) => void;
}

/** The app's call budget for each business account, over the last 60 minutes. It is reset when the simulator starts. */
export function createUsage(now: () => number, hasRegisteredNumber: (wabaId: string) => boolean): Usage {
  const calls = new Map<string, number[]>();
  const reports = new Map<string, Partial<UsageReport>>();
  const budgets = new Map<string | undefined, number>();

  const recent = (wabaId: string): number[] => {
    const kept = (calls.get(wabaId) ?? []).filter((at) => at > now() - HOUR);
    calls.set(wabaId, kept);
    return kept;
  };
  const limitOf = (wabaId: string): number =>
    budgets.get(wabaId) ?? budgets.get(undefined) ?? (hasRegisteredNumber(wabaId) ? 5_000 : 200);
  const current = (wabaId: string): UsageReport => {
    const made = recent(wabaId);
    const limit = limitOf(wabaId);
    const percent = limit === 0 ? 100 : Math.min(100, Math.floor((made.length / limit) * 100));
    const [oldest] = made;
    return {
      type: 'whatsapp_business_management',
      call_count: percent,
      total_cputime: Math.floor(percent / 4),
      total_time: Math.floor(percent / 4),
      estimated_time_to_regain_access:
        percent < 100 ? 0 : Math.max(1, Math.ceil(((oldest ?? now()) + HOUR - now()) / MINUTE)),
      ...reports.get(wabaId),
    };
  };

  return {
    spend(wabaId) {
      const made = recent(wabaId);
      if (made.length >= limitOf(wabaId) || (reports.get(wabaId)?.call_count ?? 0) >= 100) throw throttled();
      made.push(now());
    },
    header: (wabaId) => JSON.stringify({ [wabaId]: [current(wabaId)] }),
    report(wabaId, report) {
      if (report === null) reports.delete(wabaId);
      else reports.set(wabaId, report);
    },
    clearReports() {
      reports.clear();
    },
    setBudget(wabaId, callsPerHour) {
      if (callsPerHour === null) budgets.delete(wabaId);
      else budgets.set(wabaId, callsPerHour);
    },
  };
}
