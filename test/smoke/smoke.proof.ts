import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { startWholeStack, type WholeStack } from '../../tools/harness/whole-stack.ts';

const root = path.join(import.meta.dirname, '..', '..');

const report = z.object({
  passed: z.boolean(),
  run: z.string(),
  outcomes: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['ok', 'failed', 'skipped']),
      milliseconds: z.number(),
      problem: z.string().nullable(),
    }),
  ),
});
type Report = z.infer<typeof report>;

interface Run {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** The command, as the pipeline runs it: with the keys in the environment. */
const run = (words: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Run> =>
  new Promise((resolve) => {
    const options = { cwd: root, env: { PATH: process.env['PATH'] ?? '', ...environment } };
    execFile(process.execPath, ['scripts/smoke.ts', ...words], options, (error, out, text) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, error: text });
    });
  });

const reported = (out: string): Report => report.parse(JSON.parse(out));

const notOk = ({ outcomes }: Report): readonly unknown[] => outcomes.filter(({ state }) => state !== 'ok');

describe('against the running stack', () => {
  let whole: WholeStack;

  beforeAll(async () => {
    whole = await startWholeStack();
  });
  afterAll(() => whole.stack.stop());

  const access = (): Record<string, string> => ({
    SMOKE_API_URL: whole.stack.description.api_url,
    SMOKE_APIKEY: whole.stack.description.apikey,
    SMOKE_KEY: whole.partner.api_key,
  });

  const customers = z.object({ items: z.array(z.object({ external_customer_id: z.string(), status: z.string() })) });
  const lines = z.object({ items: z.array(z.object({ status: z.string(), occupies_slot: z.boolean() })) });

  test('a few dozen steps pass, one after the other, and leave nothing active', async () => {
    const { code, out } = await run(['--json'], access());
    const report = reported(out);
    expect(notOk(report)).toEqual([]);
    expect([code, report.passed]).toEqual([0, true]);
    expect(report.outcomes.length).toBeGreaterThan(40);
    expect(new Set(report.outcomes.map(({ name }) => name)).size).toBe(report.outcomes.length);
    const left = customers.parse((await whole.query('list-partner-customers', { include_merged: 'true' })).body).items;
    expect(left.toSorted((one, other) => one.external_customer_id.localeCompare(other.external_customer_id))).toEqual([
      { external_customer_id: `${report.run}-source`, status: 'merged' },
      { external_customer_id: `${report.run}-target`, status: 'inactive' },
    ]);
    expect(lines.parse((await whole.query('list-partner-instances')).body).items).toEqual([
      { status: 'inactive', occupies_slot: false },
    ]);
  });

  test('the keys may stand on the command line; a person reads a line for each step, and the sum', async () => {
    const { description } = whole.stack;
    const words = ['--api-url', description.api_url, '--apikey', description.apikey, '--key', whole.partner.api_key];
    const { code, out } = await run(words);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^ok +\d+ ms {2}the description of the interface can be read\n/),
    ]);
    expect(out).toMatch(/\n\n\d+ ok, 0 failed, 0 skipped\n$/);
    expect(out).not.toContain(whole.partner.api_key);
  });

  test('a key that may only read fails where it should write, and nothing is made', async () => {
    const { code, out } = await run(['--json'], { ...access(), SMOKE_KEY: whole.partner.read_only_api_key });
    const report = reported(out);
    expect(code).toBe(1);
    expect(report.outcomes.find(({ name }) => name === 'a customer is created')).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('403 forbidden_scope') as unknown,
    });
    expect(report.outcomes.map(({ name }) => name)).not.toContain('a second customer is created');
  });
});

describe('against what is no such service', () => {
  let server: Server;
  let url: string;

  beforeAll(async () => {
    server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the server has no port');
    url = `http://127.0.0.1:${address.port}`;
  });
  afterAll(() => {
    server.close();
  });

  test('every step that asks for something fails, and the command ends with 1', async () => {
    const { code, out } = await run(['--json', '--api-url', url, '--apikey', 'a', '--key', 'b']);
    const report = reported(out);
    expect([code, report.passed]).toEqual([1, false]);
    const passed = report.outcomes.filter(({ state }) => state === 'ok').map(({ name }) => name);
    expect(passed).toEqual([
      // It makes no secret visible, and answers.
      'the webhook endpoint is shown without its secrets',
      'the latest webhook migration is shown, or there is none',
      'templates are listed, or a business account is required',
      'what was created is deactivated',
    ]);
  });
});

describe('the command line', () => {
  test('says in its help what stays behind', async () => {
    const { out } = await run(['--help']);
    expect(out).toContain('--api-url <url>');
    expect(out).toMatch(/each run leaves behind[^]*"smoke-"[^]*inactive/);
  });

  test.each([
    [['--apikey', 'a', '--key', 'b'], "required option '--api-url <url>' not specified"],
    [['--api-url', 'ftp://host', '--apikey', 'a', '--key', 'b'], 'apiUrl'],
  ])('ends with 2 on %j', async (words, sentence) => {
    const { code, error } = await run(words);
    expect([code, error]).toEqual([2, expect.stringContaining(sentence)]);
  });
});
