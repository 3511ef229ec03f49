import { describe, expect, test } from '@jest/globals';
import { inspect } from 'node:util';
import * as z from 'zod/mini';
import type { BudgetStore, Usage } from '../../lambdas/platform/budget.ts';
import { createPlatformClient, type PlatformRequest } from '../../lambdas/platform/client.ts';
import { type PlatformLimits } from '../../lambdas/platform/limits.ts';
import { PlatformError } from '../../lambdas/platform/errors.ts';
import type { PlatformAnswer, PlatformCall } from '../../lambdas/platform/http.ts';
import { exchangeCode, readToken } from '../../lambdas/platform/sign-up.ts';

const answered = (status: number, body: unknown, usage?: object): PlatformAnswer => ({
  kind: 'response',
  status,
  version: undefined,
  usage: usage === undefined ? undefined : JSON.stringify({ waba: [usage] }),
  appUsage: undefined,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const refused = (code: number, usage?: object): PlatformAnswer =>
  answered(400, { error: { code, message: 'no' } }, usage);
const ok = answered(200, { success: true });
const lost: PlatformAnswer = { kind: 'failed', failure: 'timeout' };

const limits: PlatformLimits = { exchange: 15_000, whole: 24_000, attempts: 3, backoff: 250 };

const setUp = (
  answers: readonly PlatformAnswer[],
  options: {
    reserve?: BudgetStore['reserve'];
    observe?: BudgetStore['observe'];
    takes?: number;
    reserveTakes?: number;
    until?: number;
  } = {},
) => {
  const calls: PlatformCall[] = [];
  const waits: number[] = [];
  const observed: Usage[] = [];
  const reserved: string[] = [];
  const exchangeLimits: number[] = [];
  let now = 0;
  const client = createPlatformClient({
    http: (call, limit) => {
      calls.push(call);
      exchangeLimits.push(limit);
      now += options.takes ?? 0;
      return Promise.resolve(answers[Math.min(calls.length, answers.length) - 1] ?? ok);
    },
    budget: {
      reserve: (wabaId, at) => {
        reserved.push(wabaId);
        now += options.reserveTakes ?? 0;
        return options.reserve?.(wabaId, at) ?? Promise.resolve('granted');
      },
      observe: (wabaId, usage, at) => {
        observed.push(usage);
        return options.observe?.(wabaId, usage, at) ?? Promise.resolve();
      },
    },
    clock: () => now,
    random: () => 0.5,
    sleep: (wait) => {
      waits.push(wait);
      now += wait;
      return Promise.resolve();
    },
    limits,
    until: options.until ?? Infinity,
  });
  return { client, calls, waits, observed, reserved, exchangeLimits };
};

const request = (
  retry: 'safe' | 'never' = 'safe',
  wabaId: string | null = 'waba',
): PlatformRequest<{ success: true }> => ({
  method: 'POST',
  path: '/1',
  token: 'EAAtoken',
  answer: z.object({ success: z.literal(true) }),
  wabaId,
  retry,
});

const failure = async (result: Promise<unknown>): Promise<PlatformError> => {
  const error: unknown = await result.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof PlatformError) return error;
  throw new Error('no PlatformError', { cause: error });
};

describe('what is transient', () => {
  test.each([
    ['no answer', lost],
    ['a broken connection', { kind: 'failed', failure: 'network' } as const],
    ['a 500', answered(500, 'oops')],
    ['code 1', refused(1)],
    ['code 2', refused(2)],
    ['a flag', answered(400, { error: { code: 131000, is_transient: true } })],
  ])('is tried again: %s', async (_, answer) => {
    const { client, calls, waits } = setUp([answer, answer, ok]);
    expect(await client.call(request())).toEqual({ success: true });
    expect(calls.length).toBe(3);
    expect(waits).toEqual([250, 500]);
  });

  test('is given up after three attempts', async () => {
    const { client, calls } = setUp([lost]);
    expect((await failure(client.call(request()))).kind).toBe('transient');
    expect(calls.length).toBe(3);
  });

  test('is given up when the time is', async () => {
    const { client, calls, exchangeLimits } = setUp([lost], { takes: 14_000 });
    await failure(client.call(request()));
    expect(calls.length).toBe(2);
    expect(exchangeLimits).toEqual([15_000, 9_750]);
  });

  test('is never tried again where once is all', async () => {
    const { client, calls } = setUp([lost]);
    await failure(client.call(request('never')));
    expect(calls.length).toBe(1);
  });

  test.each([4, 80007, 190, 10, 100, 368, 132001, 999])('is not what code %i says', async (code) => {
    const { client, calls } = setUp([refused(code)]);
    await failure(client.call(request()));
    expect(calls.length).toBe(1);
  });
});

describe("an invocation's time", () => {
  test('ends the exchange under way, whose answer is then said to be missing for that reason', async () => {
    const { client, calls, exchangeLimits } = setUp([ok, lost], { takes: 14_000, until: 26_000 });
    await client.call(request());
    expect((await failure(client.call(request()))).kind).toBe('out_of_time');
    expect([calls.length, exchangeLimits]).toEqual([2, [15_000, 12_000]]);
  });

  test('does not excuse a platform that had its whole time to answer', async () => {
    const { client, exchangeLimits } = setUp([lost], { takes: 15_000, until: 40_000 });
    expect((await failure(client.call(request('never')))).kind).toBe('transient');
    expect(exchangeLimits).toEqual([15_000]);
  });

  test('lets no call begin once it is over, nor take anything from the budget', async () => {
    const { client, calls, reserved } = setUp([ok], { takes: 26_000, until: 26_000 });
    await client.call(request());
    expect((await failure(client.call(request()))).kind).toBe('out_of_time');
    expect([calls.length, reserved.length]).toEqual([1, 1]);
  });

  test.each([100, 60_000])('lets no call begin that the budget was asked for too long: %i ms', async (until) => {
    const { client, calls } = setUp([ok], { until, reserveTakes: until });
    expect((await failure(client.call(request()))).kind).toBe('out_of_time');
    expect(calls).toEqual([]);
  });
});

describe('the budget', () => {
  test('is asked before each attempt', async () => {
    const { client, reserved } = setUp([lost, ok]);
    await client.call(request());
    expect(reserved).toEqual(['waba', 'waba']);
  });

  test('stops a call before it is made', async () => {
    const { client, calls } = setUp([ok], { reserve: () => Promise.resolve({ retryAt: 90_500 }) });
    expect(await failure(client.call(request()))).toMatchObject({
      kind: 'throttled',
      retryAfter: 91,
      status: undefined,
    });
    expect(calls).toEqual([]);
  });

  test('is not asked for what no business account pays', async () => {
    const { client, reserved } = setUp([ok]);
    await client.call(request('safe', null));
    expect(reserved).toEqual([]);
  });

  test('hears of usage from 80 % on, also beside a success', async () => {
    const { client, observed } = setUp([
      answered(200, { success: true }, { call_count: 79 }),
      answered(200, { success: true }, { call_count: 95 }),
    ]);
    await client.call(request());
    expect(observed).toEqual([]);
    await client.call(request());
    expect(observed).toEqual([{ percent: 95, regainMinutes: 0 }]);
  });

  test('hears of throttling without a header, but not of the throttling of one number', async () => {
    const { client, observed } = setUp([refused(80007), refused(131056), refused(133016)]);
    expect(await failure(client.call(request()))).toMatchObject({ kind: 'throttled', retryAfter: 300 });
    expect(observed).toEqual([{ percent: 100, regainMinutes: 0 }]);
    await failure(client.call(request()));
    await failure(client.call(request()));
    expect(observed.length).toBe(1);
  });

  test('says when the platform takes calls again', async () => {
    const { client, observed } = setUp([refused(4, { call_count: 100, estimated_time_to_regain_access: 7 })]);
    expect(await failure(client.call(request()))).toMatchObject({ kind: 'throttled', retryAfter: 420 });
    expect(observed).toEqual([{ percent: 100, regainMinutes: 7 }]);
  });

  test('that cannot be written loses no answer', async () => {
    const { client } = setUp([answered(200, { success: true }, { call_count: 95 })], {
      observe: () => Promise.reject(new Error('throttled store')),
    });
    expect(await client.call(request())).toEqual({ success: true });
  });
});

describe('an answer', () => {
  test.each([
    ['of success that says no', { success: false }, 'success'],
    ['that is no JSON', '<html>', 'its root'],
    ['that is empty', '', 'its root'],
  ])('%s is an error that tells the place, not the values', async (_, body, place) => {
    const { client, calls } = setUp([answered(200, body)]);
    const error = await failure(client.call(request()));
    expect(error).toMatchObject({ kind: 'unknown', status: 200 });
    expect(error.message).toBe(`the platform answered 200 with a body that does not fit at: ${place}`);
    expect(calls.length).toBe(1);
  });

  test('drops what is not asked for', async () => {
    const { client } = setUp([answered(200, { success: true, secret: 'x' })]);
    expect(await client.call(request())).toEqual({ success: true });
  });
});

describe('an error', () => {
  test('quotes no secret of the call, wherever it stood', async () => {
    const body = { webhook_configuration: { override_callback_uri: 'https://a.example', verify_token: 'verify.me*' } };
    const said = 'Malformed access token EAAtoken; token verify.me* for https://a.example';
    const { client } = setUp([
      answered(400, { error: { code: 190, message: said, error_data: { details: 'EAAtoken' } } }),
    ]);
    const error = await failure(client.call({ ...request(), body }));
    expect(error.message).toBe('Malformed access token [secret]; token [secret] for https://a.example: [secret]');
  });

  test('of a code exchange or of a token check holds neither code nor secret nor token', async () => {
    const app = { id: '12345', secret: '0123456789abcdef' };
    const said = 'no: code-1 0123456789abcdef 12345|0123456789abcdef EAAinput';
    const { client, calls } = setUp([answered(400, { error: { code: 100, message: said } })]);
    const errors = [
      await failure(exchangeCode(client, app, 'code-1', 'https://a.example/', 0)),
      await failure(readToken(client, app, 'EAAinput')),
    ];
    expect(errors.map((error) => error.message)).toEqual([
      'no: [secret] [secret] 12345|[secret] EAAinput',
      'no: code-1 [secret] [secret] [secret]',
    ]);
    expect(inspect(errors[0], { depth: 9 })).not.toMatch(/code-1|0123456789abcdef/);
    expect(inspect(errors[1], { depth: 9 })).not.toMatch(/EAAinput|0123456789abcdef/);
    expect(calls.length).toBe(2);
  });

  test('of a code exchange whose answer is lost is final', async () => {
    const { client, calls } = setUp([lost]);
    await failure(exchangeCode(client, { id: '1', secret: '2' }, 'code', 'https://a.example/', 0));
    expect(calls.length).toBe(1);
  });
});
