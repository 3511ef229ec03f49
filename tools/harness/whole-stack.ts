import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { z } from 'zod';
import { seed } from '../../local/seed.ts';
import { startStack, type Stack, type StackOptions } from '../../local/stack.ts';
import type { DescribedPartner, StackDescription } from '../../local/state-file.ts';
import { testRunTables } from './test-run-tables.ts';

const answer = z.record(z.string(), z.unknown());
const inbox = z.array(
  z.object({
    method: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.string(),
  }),
);

export type Received = z.infer<typeof inbox>[number];

export interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The whole local stack, with the calls of a partner's backend. */
export interface WholeStack {
  readonly stack: Stack;
  readonly partner: DescribedPartner;
  readonly query: (route: string, parameters?: Readonly<Record<string, string>>) => Promise<Reply>;
  readonly command: (
    method: 'POST' | 'PATCH',
    route: string,
    parameters: Readonly<Record<string, unknown>>,
  ) => Promise<Reply>;
  /** Events that the partner's endpoint received, in the order of arrival. */
  readonly received: () => Promise<readonly Received[]>;
  /** Sets how the receiver answers. */
  readonly receiver: (instructions: object) => Promise<void>;
}

/** Half of the time limit of a test: enough for a slow machine, and the error names the wait before jest ends the test. */
const mostSeconds = 600;
const errorLength = 2_000;

/**
 * Repeats a query until the answer is the expected one.
 * @throws an error with the expectation and the last answer, after `seconds`
 */
export const until = async <T>(
  ask: () => Promise<T>,
  wanted: (found: T) => boolean,
  seconds = mostSeconds,
): Promise<T> => {
  const start = performance.now();
  for (;;) {
    const found = await ask();
    if (wanted(found)) return found;
    if (performance.now() - start > seconds * 1_000) {
      const last = inspect(found, { depth: 6 }).slice(0, errorLength);
      throw new Error(`no answer was as expected within ${seconds} s: ${String(wanted)}. The last one was ${last}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

export type WholeStackOptions = Pick<
  StackOptions,
  'beside' | 'fastRetries' | 'environmentLimit' | 'described' | 'launch'
>;

/** Starts a stack whose tables are in the DynamoDB Local of the test run. */
export const startTestStack = async (options: StackOptions): Promise<Stack> =>
  startStack({ dynamoDbLocal: await testRunTables(), ...options });

/** The calls of a partner's backend. */
export const callsOf = (
  { api_url: url, apikey }: Pick<StackDescription, 'api_url' | 'apikey'>,
  { api_key: key }: Pick<DescribedPartner, 'api_key'>,
): Pick<WholeStack, 'query' | 'command'> => {
  const headers = { apikey, authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const replyOf = async (response: Response): Promise<Reply> => ({
    status: response.status,
    body: answer.parse(await response.json()),
  });
  return {
    query: async (route, parameters = {}) =>
      replyOf(await fetch(`${url}?${new URLSearchParams({ route, ...parameters }).toString()}`, { headers })),
    command: async (method, route, parameters) =>
      replyOf(
        await fetch(url, {
          method,
          headers: { ...headers, 'idempotency-key': randomUUID() },
          body: JSON.stringify({ route, ...parameters }),
        }),
      ),
  };
};

export const startWholeStack = async (options: WholeStackOptions = {}): Promise<WholeStack> => {
  const stack = await startTestStack({ seed, ...options });
  const { partners, receiver } = stack.description;
  const [partner] = partners;
  if (partner === undefined) throw new Error('no partner was seeded');
  return {
    stack,
    partner,
    ...callsOf(stack.description, partner),
    received: async () => {
      const all = inbox.parse(await (await fetch(`${receiver.inbox_url}?partner=1`)).json());
      return all.filter(({ method }) => method === 'POST');
    },
    receiver: async (instructions) => {
      await fetch(receiver.control_url, { method: 'POST', body: JSON.stringify({ partner: 1, ...instructions }) });
    },
  };
};
