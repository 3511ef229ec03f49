import { afterEach, describe, expect, test } from '@jest/globals';
import { Refusal } from '../../packages/client/src/refusal.ts';
import { rememberLink } from '../../portal/src/pages/lines/made-links.ts';
import { idle, remindLines, type Reminding, type Run } from '../../portal/src/pages/lines/remind-lines.ts';
import { readWaiting } from '../../portal/src/pages/lines/use-reminders.ts';
import {
  markCopied,
  remindersOf,
  warnOnLeaving,
  writtenReminders,
} from '../../portal/src/pages/lines/written-reminders.ts';

type Line = Readonly<{ status: string; session: object | null }>;
interface Sent {
  readonly id: string;
  readonly mode: string;
  readonly key: string | undefined;
}

let count = 0;
/** Each test has lines of its own: what was written stays in the window. */
const lineIds = (many: number): readonly string[] => Array.from({ length: many }, () => `line-${(count += 1)}`);
const rowsOf = (ids: readonly string[]) => ids.map((id) => ({ id, customerId: `customer-of-${id}` }));
const waits: Line = { status: 'awaiting_connection', session: null };

/** A service that has lines. @param refusals what commands are answered with before they succeed */
const serving = (lines: Readonly<Record<string, Line>>, refusals: Error[] = []) => {
  const sent: Sent[] = [];
  const call = (
    route: string,
    given: Readonly<Record<string, string>>,
    options: { readonly idempotencyKey?: string; readonly signal?: AbortSignal },
  ): Promise<object> => {
    const { instance_id: id = '', mode = '', customer_id } = given;
    if (route === 'get-partner-customer') return Promise.resolve({ body: { customer: { customer_id } } });
    if (route === 'get-partner-instance') return Promise.resolve({ body: { instance: lines[id] } });
    sent.push({ id, mode, key: options.idempotencyKey });
    const refusal = refusals.shift();
    if (refusal !== undefined) return Promise.reject(refusal);
    return Promise.resolve({ body: { session: { id: `made-${id}`, instance_id: id, status: 'open' } } });
  };
  return { sent, client: { call } as unknown as Reminding['client'] };
};

const refusal = (status: number, code: string): Refusal =>
  new Refusal(status, { code, message: code }, { requestId: null, retryAfter: null });

const leaving = new AbortController();
const remindingOf = (client: Reminding['client'], signal: AbortSignal = leaving.signal): Reminding => ({
  client,
  signal,
  partnerId: 'partner',
  language: 'en',
});
const write = (client: Reminding['client'], ids: readonly string[], signal?: AbortSignal): Promise<Run> =>
  remindLines(remindingOf(client, signal), rowsOf(ids), () => undefined);

const isWarned = (): boolean => {
  let warned = false;
  warnOnLeaving({
    preventDefault: () => {
      warned = true;
    },
  });
  return warned;
};

afterEach(() => {
  markCopied(writtenReminders());
});

describe('reminders of several lines', () => {
  test('leave out a customer who is signing up, and a line that does not wait any more', async () => {
    const [signing = '', waiting = '', done = '', lost = ''] = lineIds(4);
    const { sent, client } = serving({
      [signing]: { status: 'reconnect_required', session: { id: 's', status: 'in_progress' } },
      [waiting]: { ...waits, session: { id: 'of another window', status: 'open' } },
      [done]: { status: 'connected', session: { id: 'd', status: 'completed' } },
      [lost]: { status: 'reconnect_required', session: null },
    });
    const run = await write(client, [signing, waiting, done, lost]);
    expect(run).toEqual({ ...idle, is: 'done', asked: 4, made: 2, leftOut: [signing, done] });
    expect(sent).toMatchObject([
      { id: waiting, mode: 'connect' },
      { id: lost, mode: 'reconnect' },
    ]);
  });

  test('have the open link that was made here, and those of before stay', async () => {
    const [own = '', next = ''] = lineIds(2);
    const link = { id: 'own', instance_id: own, mode: 'connect', status: 'open', error: null } as const;
    rememberLink({ ...link, url: 'https://example.com', expires_at: '2026-01-02T03:04:05Z' });
    const { sent, client } = serving({ [own]: { ...waits, session: { id: 'own', status: 'open' } }, [next]: waits });
    await write(client, [own]);
    await write(client, [own, next]);
    expect(sent.map(({ id }) => id)).toEqual([next]);
    const written = remindersOf('partner', writtenReminders()).map((one) => one.link.instance_id);
    expect(written.filter((id) => id === own || id === next)).toEqual([own, next]);
    expect(remindersOf('other', writtenReminders())).toEqual([]);
  });

  test('keep the key of a command until an answer stands', async () => {
    const [line = '', refused = ''] = lineIds(2);
    const lost = new TypeError('no answer');
    const { sent, client } = serving({ [line]: waits, [refused]: waits }, [lost, refusal(429, 'rate_limited')]);
    expect(await write(client, [line])).toMatchObject({ made: 0, failed: [], error: lost });
    await write(client, [line]);
    expect(await write(client, [line])).toMatchObject({ made: 1 });
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    const own = serving({ [refused]: waits }, [refusal(409, 'invalid_state')]);
    expect(await write(own.client, [refused])).toMatchObject({ failed: [refused], error: null });
    await write(own.client, [refused]);
    expect(new Set(own.sent.map(({ key }) => key)).size).toBe(2);
  });

  test('end when the page is left, and the next run begins after that', async () => {
    const [first = '', second = ''] = lineIds(2);
    const { sent, client } = serving({ [first]: waits, [second]: waits });
    const left = new AbortController();
    const one = remindLines(remindingOf(client, left.signal), rowsOf([first, second]), ({ made }) => {
      if (made > 0) left.abort();
    });
    const other = write(client, [first, second]);
    expect(await one).toMatchObject({ made: 1 });
    expect(await other).toMatchObject({ made: 1 });
    expect(sent.map(({ id }) => id)).toEqual([first, second]);
  });

  test('warn who closes the window while they are written, and until they are copied', async () => {
    const [line = ''] = lineIds(1);
    const { client } = serving({ [line]: waits });
    const during: boolean[] = [];
    await remindLines(remindingOf(client), rowsOf([line]), ({ made }) => {
      if (made > 0) during.push(isWarned());
    });
    expect([...during, isWarned()]).toEqual([true, true]);
    markCopied(writtenReminders());
    expect(isWarned()).toBe(false);
  });
});

test('the lines that are next are read past those that are over, with how many wait in all', async () => {
  const pages: Readonly<Record<string, readonly (readonly string[])[]>> = {
    reconnect_required: [lineIds(200), lineIds(30)],
    awaiting_connection: [lineIds(200), lineIds(200), lineIds(5)],
  };
  const asked: string[] = [];
  const client = {
    async *pages(_: string, { status }: { readonly status: string }) {
      const all = pages[status] ?? [];
      for (const ids of all) {
        asked.push(status);
        await Promise.resolve();
        yield { total: all.flat().length, items: ids.map((id) => ({ id, connection: {} })) };
      }
    },
  } as unknown as Parameters<typeof readWaiting>[0];
  const over = new Set([...(pages['reconnect_required']?.[0] ?? []), ...(pages['awaiting_connection']?.[0] ?? [])]);
  const { next, total } = await readWaiting(client, (id) => over.has(id), leaving.signal);
  expect(total).toBe(635);
  expect(next.slice(0, 31).map(({ id }) => id)).toEqual([
    ...(pages['reconnect_required']?.[1] ?? []),
    pages['awaiting_connection']?.[1]?.[0],
  ]);
  expect(asked.filter((status) => status === 'awaiting_connection')).toHaveLength(2);
});
