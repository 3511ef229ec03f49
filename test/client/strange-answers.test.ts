import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createClient, type Client } from '../../packages/client/src/client.ts';
import { ConnectionLost, Refusal } from '../../packages/client/src/refusal.ts';
import { expectedOf, startStrange, strangeAnswers, type Made } from './strange-answers.ts';

let strange: Awaited<ReturnType<typeof startStrange>>;
beforeAll(async () => {
  strange = await startStrange();
});
afterAll(() => {
  strange.stop();
});

const whatCameOf = (error: unknown, waits: readonly number[]): Readonly<Record<string, unknown>> => {
  if (error instanceof Refusal) {
    const { status, code, requestId, excerpt } = error;
    const waited = status === 429 ? { waited_7_seconds: (waits[0] ?? 0) >= 7_000 } : {};
    return { outcome: 'refused', status, code, request_id: requestId, excerpt, ...waited };
  }
  if (!(error instanceof ConnectionLost)) throw error;
  const { reason, answer } = error;
  if (answer === null) return { outcome: 'lost', reason, status: null };
  const { status, requestId, excerpt } = answer;
  return { outcome: 'lost', reason, status, request_id: requestId, excerpt };
};

const play = async (number: number, call: (client: Client) => Promise<unknown>) => {
  const waits: number[] = [];
  let attempts = 0;
  const client = createClient({
    apiUrl: `${strange.url}/${number}`,
    apikey: 'a',
    token: 't',
    retry: { attempts: 2 },
    timeout: strangeAnswers[number]?.expect['reason'] === 'timeout' ? 300 : 30_000,
    wait: (time) => Promise.resolve(waits.push(time)),
    onAttempt: () => {
      attempts += 1;
    },
  });
  const error = await call(client).then(
    () => new Error('it succeeded'),
    (thrown: unknown) => thrown,
  );
  return { made: whatCameOf(error, waits), attempts };
};

it('makes of every strange answer what the table says, and repeats nothing that must not be', async () => {
  const all: Record<string, Made[string]> = {};
  for (const [number, { name }] of strangeAnswers.entries()) {
    const command = await play(number, (client) =>
      client.call('upsert-partner-customer', { external_customer_id: 'c', customer_name: 'ab' }),
    );
    const secret = await play(number, (client) => client.call('rotate-partner-webhook-secret', {}));
    all[name] = { ...command, attempts_with_secret: secret.attempts };
  }
  expect(all).toEqual(expectedOf());
});
