import type * as z from 'zod/mini';
import type { Clock, Milliseconds } from '../kernel/time.ts';
import { appBudget, appUsageOf, isPause, jsonOf, usageOf, type BudgetStore, type Usage } from './budget.ts';
import { appLimitReached, budgetCodes, errorOf, PlatformError } from './errors.ts';
import type { PlatformAnswer, PlatformCall, PlatformHttp } from './http.ts';
import type { PlatformLimits } from './limits.ts';
import { redactorOf } from './redaction.ts';

/** A call with the schema of its answer and its budget. */
export interface PlatformRequest<Answer> extends PlatformCall {
  /** Only the fields in use; every enum is an open string. */
  readonly answer: z.ZodMiniType<Answer>;
  /** The business account whose budget is charged, or `appBudget`; null for none. */
  readonly wabaId: string | null;
}

export interface PlatformClient {
  /** @throws PlatformError */
  readonly call: <Answer>(request: PlatformRequest<Answer>) => Promise<Answer>;
}

export interface PlatformClientOptions {
  readonly http: PlatformHttp;
  readonly budget: BudgetStore;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly sleep: (wait: Milliseconds) => Promise<void>;
  readonly limits: PlatformLimits;
  /** No call begins or continues after this time. */
  readonly until: Milliseconds;
}

export const createPlatformClient = (options: PlatformClientOptions): PlatformClient => ({
  call: async (request) => {
    const { clock, random, sleep, limits, until } = options;
    const end = Math.min(clock() + limits.whole, until);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await callOnce(options, request, end);
      } catch (error) {
        const isTransient = error instanceof PlatformError && error.kind === 'transient';
        const wait = 2 * random() * limits.backoff * 2 ** (attempt - 1);
        const isLast = attempt >= limits.attempts || clock() + wait + limits.backoff >= end;
        if (!isTransient || request.retry === 'never' || isLast) throw error;
        await sleep(wait);
      }
    }
  },
});

const callOnce = async <Answer>(
  options: PlatformClientOptions,
  request: PlatformRequest<Answer>,
  end: Milliseconds,
): Promise<Answer> => {
  const { clock, limits, until } = options;
  if (clock() >= until) throw outOfTime();
  await reserve(options, request.wabaId);
  const left = end - clock();
  if (left <= 0) throw clock() >= until ? outOfTime() : unanswered('timeout');
  const answer = await options.http(request, Math.min(limits.exchange, left));
  if (answer.kind === 'failed') {
    const isCutShort = answer.failure === 'timeout' && end === until && left < limits.exchange;
    throw isCutShort ? outOfTime() : unanswered(answer.failure);
  }
  const body = jsonOf(answer.body);
  const usage = request.wabaId === null ? undefined : usageOf(answer.usage, request.wabaId);
  const regainMinutes = usage?.regainMinutes ?? 0;
  const error = errorOf({ status: answer.status, body, regainMinutes, redact: redactorOf(request) });
  const spent = budgetCodes.has(error?.code) ? { percent: 100, regainMinutes } : undefined;
  const isOfApp = request.wabaId === appBudget || (error?.code === appLimitReached && usage === undefined);
  await observe(options, appBudget, (isOfApp ? spent : undefined) ?? appUsageOf(answer.appUsage));
  if (request.wabaId !== appBudget) await observe(options, request.wabaId, spent ?? usage);
  if (error !== undefined) throw error;
  const parsed = request.answer.safeParse(body);
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ');
  throw new PlatformError({
    kind: 'unknown',
    status: answer.status,
    message: `the platform answered ${answer.status} with a body that does not fit at: ${places === '' ? 'its root' : places}`,
  });
};

const reserve = async ({ budget, clock }: PlatformClientOptions, wabaId: string | null): Promise<void> => {
  if (wabaId === null) return;
  const now = clock();
  const granted = await budget.reserve(wabaId, now);
  if (granted === 'granted') return;
  const retryAfter = Math.max(1, Math.ceil((granted.retryAt - now) / 1_000));
  throw new PlatformError({
    kind: 'throttled',
    message: `the call budget of the ${wabaId === appBudget ? 'app' : 'business account'} is used up`,
    retryAfter,
  });
};

const observe = async (
  { budget, clock }: PlatformClientOptions,
  wabaId: string | null,
  usage: Usage | undefined,
): Promise<void> => {
  if (wabaId === null || usage === undefined || !isPause(usage)) return;
  try {
    await budget.observe(wabaId, usage, clock());
  } catch {
    // The call has its answer. The next answer repeats the figures.
  }
};

const outOfTime = (): PlatformError =>
  new PlatformError({ kind: 'out_of_time', message: 'the platform did not answer in the time that was left' });

const unanswered = (failure: Extract<PlatformAnswer, { kind: 'failed' }>['failure']): PlatformError => {
  const kind = failure === 'too_large' ? 'unknown' : 'transient';
  return new PlatformError({ kind, message: `no answer from the platform: ${failure}` });
};
