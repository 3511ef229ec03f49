import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { createClient, type Client } from '../../packages/client/src/client.ts';
import { openClient, type Access } from '../../demo/access.ts';
import { customersOf } from '../../demo/customers.ts';
import { runDemo } from '../../demo/run.ts';
import { createScreen } from '../../demo/screen.ts';
import type { Surroundings } from '../../demo/surroundings.ts';
import { seed } from '../../local/seed.ts';
import type { Stack } from '../../local/stack.ts';
import { startTestStack } from '../../tools/harness/whole-stack.ts';
import { writeStateFile } from '../../local/state-file.ts';

const root = path.join(import.meta.dirname, '../..');
const whole = path.join(root, 'demo/customers.csv');
const directory = mkdtempSync(path.join(tmpdir(), 'demo-'));
const stateFile = path.join(directory, 'stack.json');
let stack: Stack;

beforeAll(async () => {
  stack = await startTestStack({ seed });
  writeStateFile(stateFile, stack.description);
});
afterAll(async () => {
  for (const server of proxies) {
    server.close();
    server.closeAllConnections();
  }
  await stack.stop();
  rmSync(directory, { recursive: true });
});

const partner = (number: 0 | 1): Access & { name: string } => {
  const { api_url, apikey, partners } = stack.description;
  const { name = '', api_key = '' } = partners[number] ?? {};
  return { api_url, apikey, name, api_key };
};

/** The partner's first member. */
const memberOf = (number: 0 | 1): Client => {
  const { api_url: apiUrl, apikey, partners } = stack.description;
  return createClient({ apiUrl, apikey, token: partners[number]?.members[0]?.jwt ?? '' });
};

const surroundings = (): Surroundings => {
  const { platform, receiver, partners } = stack.description;
  return {
    platformControlUrl: platform.control_url,
    inboxUrl: receiver.inbox_url,
    webhookSecret: partners[0]?.webhook_secret ?? '',
  };
};

/** What the demo does and says; waiting is left out. */
const run = async (
  access: Access & { name: string },
  { csv, member }: { csv: string; member: Client },
): Promise<{ ok: boolean; said: string }> => {
  const said: string[] = [];
  const wait = (): Promise<void> => Promise.resolve();
  const client = openClient(access, wait);
  const screen = createScreen((line) => said.push(line), false);
  const ok = await runDemo({
    access,
    client,
    member,
    csv,
    statuses: 1_900,
    screen,
    surroundings: surroundings(),
    wait,
  });
  return { ok, said: said.join('') };
};

/** Everything the service knows of a partner's customers, with their histories' lengths. */
const everything = async (access: Access): Promise<string[]> => {
  const client = openClient(access, () => Promise.resolve());
  const customers = customersOf(client);
  const all: string[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await customers.list({ page, page_size: 200 });
    pages = answer.pages;
    for (const customer of answer.items) {
      const { total } = await customers.history(customer.customer_id);
      all.push(JSON.stringify([customer, total]));
    }
  }
  return all;
};

const proxies: Server[] = [];

interface Tampering {
  readonly headers?: (headers: IncomingHttpHeaders) => IncomingHttpHeaders;
  /** Answered instead of the service, by the number of the call. */
  readonly instead?: (call: number) => { status: number; retryAfter: string } | undefined;
}

const ofTheConnection = new Set(['host', 'connection', 'content-length']);

/** The service behind something that tampers with it. */
const through = async ({ headers = (all) => all, instead = () => undefined }: Tampering): Promise<string> => {
  let calls = 0;
  const server = createServer((request, response) => {
    const forward = async (): Promise<void> => {
      calls += 1;
      const body = await text(request);
      const own = instead(calls);
      if (own !== undefined) {
        response.writeHead(own.status, { 'retry-after': own.retryAfter, 'content-type': 'application/json' }).end('{}');
        return;
      }
      const kept = Object.entries(headers(request.headers)).filter(([name]) => !ofTheConnection.has(name));
      const answer = await fetch(`${stack.description.base_url}${request.url ?? ''}`, {
        method: request.method ?? 'GET',
        headers: z.record(z.string(), z.string()).parse(Object.fromEntries(kept)),
        ...(body === '' ? {} : { body }),
      });
      const replayed = answer.headers.get('idempotent-replayed');
      response
        .writeHead(answer.status, {
          'content-type': 'application/json',
          ...(replayed === null ? {} : { 'idempotent-replayed': replayed }),
        })
        .end(await answer.text());
    };
    forward().catch(() => response.destroy());
  });
  proxies.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/functions/v1/swift-worker`;
};

/** The first rows of the file, under a name of its own. */
const shortFile = (name: string, rows: number): string => {
  const file = path.join(directory, name);
  const lines = readFileSync(whole, 'utf8')
    .split('\n')
    .slice(0, rows + 1);
  writeFileSync(file, lines.map((line) => line.replace(/^C-1/, `${name}-`)).join('\n'));
  return file;
};

describe('the demo', () => {
  it('imports 500 customers with exact counts, and applies the request it cut off once', async () => {
    const { ok, said } = await run(partner(0), { csv: whole, member: memberOf(0) });
    expect(said).toContain('520 rows: 500 customers created, 12 rows about existing customers');
    expect(said).toContain(', 8 refused.');
    expect(said).toMatch(/\n {3}39 +external_customer_id must have at least 1 character\n/);
    expect(said).toMatch(/\n {3}498 +customer_email must be one e-mail address; customer_phone must have at most 40 /);
    expect(said).toContain('Row 264 was sent, and the connection was cut before the answer.');
    expect(said).toContain('sent again with the same Idempotency-Key: 201');
    expect(said).toContain("Its customer's history has 1 entry: carried out once.");
    expect(said).toContain('counts 0 customers before and 500 after: exactly');
    expect(said).toContain('409 stale_update');
    expect(said).toContain('500 customers on 63 pages of 8');
    expect(said).toMatch(/customer_phone: .+ → \+44 20 7946 0900/);
    expect(said).toContain('20 instances: 20 connected now, 0 in an earlier run');
    expect(said).toContain('demo-line-01 moved to another customer: 200');
    expect(said).toContain('Deactivated while the platform fails: 409 remote_removal_failed');
    expect(said).toContain('Deactivated when it works again:      200');
    expect(said).toContain('Synchronisation started: succeeded');
    expect(said).toContain('12 templates on 1 page, 12 of them new');
    expect(said).toMatch(
      /Rejected templates after the callback of the platform:\n.+\n {3}spring_sale +en +MARKETING +REJECTED\n/,
    );
    expect(said).toContain('1900 message statuses of 19 instances: 1900 reported now, 0 known from an earlier run');
    expect(said).toContain('counts 0 events before and 1900 after: exactly');
    expect(said).toMatch(/ all +\d+ .+ healthy\n/);
    expect(said).toMatch(/ demo-line-01 +\d+ .+ 4\d\.\d % +critical\n/);
    expect(said).toMatch(/ demo-line-02 +\d+ .+ degraded\n/);
    expect(said).toMatch(/ wamid\.demo\.demo-line-01\.\d+ +131000 +Something went wrong\n/);
    expect(said).toMatch(/A member got [1-9] notifications about it:\n/);
    expect(said).toMatch(/ critical +Many messages of an instance fail +\d/);
    expect(said).toMatch(/verified +1 +service\.partner\.customer\.merged/);
    expect(said).toMatch(/verified +1 +service\.partner\.instance\.moved/);
    expect(ok).toBe(true);
  });

  it('does nothing twice', async () => {
    const before = await everything(partner(0));
    // The demo's two companies, merged into one, stand beside those of the file.
    expect(before).toHaveLength(501);
    const { ok, said } = await run(partner(0), { csv: whole, member: memberOf(0) });
    expect(ok).toBe(true);
    expect(said).toContain('0 customers created, 0 rows about existing customers, 512 answered as in an earlier run');
    expect(said).toContain('1900 message statuses of 19 instances: 0 reported now, 1900 known from an earlier run');
    expect(said).toContain('has it already');
    expect(await everything(partner(0))).toEqual(before);
  });

  it('does as it is asked when the service is busy', async () => {
    // Not for ever: when five are waiting, every fifth call is always the same one's.
    const busy = (call: number) =>
      call % 5 === 0 && call < 200 ? { status: call % 2 === 0 ? 429 : 503, retryAfter: '1' } : undefined;
    const access = { ...partner(1), api_url: await through({ instead: busy }) };
    const { ok, said } = await run(access, { csv: shortFile('busy', 30), member: memberOf(1) });
    expect(said).toMatch(/The client waited \d+ times and repeated the call, as the service asked\./);
    expect(ok).toBe(true);
  });

  it('notices a service that forgets its idempotency keys', async () => {
    const forgetful = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'idempotency-key'));
    const access = { ...partner(1), api_url: await through({ headers: forgetful }) };
    const { ok, said } = await run(access, { csv: shortFile('forgetful', 30), member: memberOf(1) });
    expect(said).toMatch(/that is NOT \d+ more!/);
    expect(ok).toBe(false);
  });
});

describe('npm run demo', () => {
  const start = (...argv: string[]): Promise<{ code: number; out: string; error: string }> =>
    new Promise((resolve) => {
      execFile(process.execPath, [path.join(root, 'demo/demo.ts'), ...argv], (failure, out, error) => {
        resolve({ code: Number(failure?.code ?? 0), out, error });
      });
    });

  it('prints plain lines where there is no terminal, and ends with 0', async () => {
    const { code, out, error } = await start('--state', stateFile, '--statuses', '1900');
    expect([code, error]).toEqual([0, '']);
    expect(out).toContain('Done. Everything was as expected.');
    expect(out).not.toContain('\u001b');
  });

  it('says what is missing when nothing runs', async () => {
    const none = await start('--state', path.join(directory, 'none.json'));
    expect([none.code, none.error]).toEqual([1, expect.stringContaining('Start one with npm start.')]);
    const stopped = path.join(directory, 'stopped.json');
    writeStateFile(stopped, { ...stack.description, api_url: 'http://127.0.0.1:1/' });
    const { code, error } = await start('--state', stopped);
    expect([code, error]).toEqual([1, expect.stringContaining('Start it with npm start.')]);
  });
});
