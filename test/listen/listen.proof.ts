import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { until } from '../../tools/harness/whole-stack.ts';
import { addConnectedLine, addCustomer } from '../../tools/harness/stack-scene.ts';
import { snippetsOf } from '../docs/guide.ts';
import { startDescribedStack, type DescribedStack } from '../../tools/harness/described-stack.ts';

const root = path.join(import.meta.dirname, '../..');
let whole: DescribedStack;
let server: Server;
let target: string;

interface Taken {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
const taken: Taken[] = [];

beforeAll(async () => {
  whole = await startDescribedStack();
  server = createServer((request, response) => {
    void text(request).then((body) => {
      taken.push({ headers: z.record(z.string(), z.string()).parse(request.headers), body });
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  target = `http://localhost:${typeof address === 'object' && address !== null ? address.port : 0}/hooks`;
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await whole.stop();
});

const commands = snippetsOf('partners/listening.md').flatMap(({ language, text: lines }) =>
  language === 'sh' ? lines.split('\n').filter((line) => line.startsWith('npm run listen -- ')) : [],
);

interface Run {
  readonly child: ChildProcess;
  readonly said: () => string;
}

/** Runs a command of the page, with the test's server as the target. */
const runCommand = (line: string): Run => {
  const { api_url: apiUrl, apikey } = whole.stack.description;
  const words = line
    .replace('npm run listen -- ', '')
    .replace('http://localhost:3000/hooks', target)
    .replace('"$API_URL"', apiUrl)
    .split(' ');
  const child = spawn(process.execPath, ['listen/listen.ts', '--state', whole.stateFile, ...words], {
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '',
      SWIFT_WORKER_PUBLISHABLE_KEY: apikey,
      SWIFT_WORKER_PARTNER_KEY: whole.partner.api_key,
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return { child, said: () => said };
};

const secretIn = (said: string): string => /^Signing secret: (whsec_\S+)$/m.exec(said)?.[1] ?? '';

/** Ends it as Ctrl-C does. @returns the exit code */
const interrupt = async ({ child }: Run): Promise<unknown> => {
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  return (await ended)[0];
};

const made = z.object({ customer: z.object({ customer_id: z.string() }) });
const event = z.object({
  type: z.string(),
  sequence: z.number(),
  data: z.object({ customer: z.object({ customer_id: z.string(), customer_name: z.string() }) }),
});

const changeTwice = async (externalId: string): Promise<string> => {
  const customer = { external_customer_id: externalId, customer_name: 'One' };
  const { body } = await whole.command('POST', 'upsert-partner-customer', customer);
  const id = made.parse(body).customer.customer_id;
  for (const name of ['Two', 'Three']) {
    await whole.command('PATCH', 'update-partner-customer', { customer_id: id, customer_name: name });
  }
  return id;
};

const listening = commands.filter((line) => !line.includes('trigger'));

test.each(listening)('%s forwards the changes of a customer in their order', async (line) => {
  const run = runCommand(line);
  await until(
    () => Promise.resolve(run.said()),
    (said) => said.includes('Ctrl-C ends') || run.child.exitCode !== null,
  );
  const customer = await changeTwice(`listen-${listening.indexOf(line)}`);
  const secret = secretIn(run.said());
  const forwarded = await until(
    () => Promise.resolve(taken.filter(({ body }) => body.includes(customer))),
    ({ length }) => length >= 2 || run.child.exitCode !== null,
  );
  const events = forwarded.map(({ headers, body }) => event.parse(new Webhook(secret).verify(body, headers)));
  expect(events.map(({ sequence, data }) => [sequence, data.customer.customer_name])).toEqual([
    [1, 'Two'],
    [2, 'Three'],
  ]);
  expect(await interrupt(run)).toBe(0);
  const said = run.said();
  expect(said).toMatch(/\d\d:\d\d:\d\d {2}service\.partner\.customer\.updated {10}\S+ {2}200 {2}\d+ ms\n/);
  expect(said).toMatch(/Stopped\.\n$/);
  for (const hidden of ['Three', whole.partner.api_key, whole.stack.description.apikey, whole.partner.webhook_secret]) {
    expect(said).not.toContain(hidden);
  }
});

test.each(commands.filter((line) => line.includes('trigger service')))(
  '%s sends a test event to both endpoints',
  async (line) => {
    const run = runCommand(line);
    const [code] = z
      .tuple([z.number()])
      .rest(z.unknown())
      .parse(await once(run.child, 'close'));
    expect([code, run.said()]).toEqual([0, expect.stringMatching(/ {2}200 {2}\d+ ms\n$/)]);
    const { headers, body } = taken.at(-1) ?? { headers: {}, body: '' };
    new Webhook(secretIn(run.said())).verify(body, headers);
    expect(JSON.parse(body)).toMatchObject({ type: 'service.partner.customer.updated', test: true });
    await until(whole.received, (all) => all.some((one) => one.body === body));
  },
);

test('a test event of a callback is about the kind that is named', async () => {
  const run = runCommand('npm run listen -- trigger service.platform.callback --callback-kind read');
  await once(run.child, 'close');
  await until(whole.received, (all) => all.some(({ body }) => /"test":true.*"status":"read"/.test(body)));
});

test('the page has commands to listen, to trigger and for a stage', () => {
  expect(commands).toHaveLength(5);
});

const finished = async (line: string): Promise<readonly [number | null, string]> => {
  const run = runCommand(line);
  await once(run.child, 'close');
  return [run.child.exitCode, run.said()];
};

test("the platform's callbacks are played about the partner's line", async () => {
  const [message = '', read = ''] = commands.filter((line) => line.includes('trigger platform'));
  expect(await finished(message)).toEqual([1, expect.stringContaining('The partner has no connected line.')]);
  const { phoneNumberId } = await addConnectedLine(whole, await addCustomer(whole, 'C-1', 'Ada'), 'line', 'Line');
  const played = /^platform\.message\S+ {2}https:\S+ {2}200\n$/;
  expect(await finished(message)).toEqual([0, expect.stringMatching(played)]);
  for (const kind of ['image', 'button'])
    expect(await finished(message.replace('text', kind))).toEqual([0, expect.stringMatching(played)]);
  expect(await finished(`${read} --line ${phoneNumberId}`)).toEqual([0, expect.stringMatching(played)]);
  const bodies = (await whole.received()).map(({ body }) => body).filter((body) => body.includes(phoneNumberId));
  const wanted = ['"type":"text"', '"type":"image"', '"type":"button"', '"status":"read"'];
  expect(wanted.filter((part) => !bodies.some((body) => body.includes(part)))).toEqual([]);
  await whole.receiver({ status: 400, body: 'the part is missing', times: 5 });
  expect(await finished(message)).toEqual([1, expect.stringMatching(/ {2}400 {2}the part is missing\n$/)]);
  const [code, said] = await finished(message.replace('message.text', 'nonsense'));
  expect([code, said]).toEqual([1, expect.stringContaining('messages.status_failed_131049')]);
});

test('a refused key says what to check', async () => {
  const child = spawn(
    process.execPath,
    ['listen/listen.ts', '--api', whole.stack.description.api_url, '--state', whole.stateFile, '--forward-to', target],
    {
      cwd: root,
      env: {
        PATH: process.env['PATH'] ?? '',
        SWIFT_WORKER_PUBLISHABLE_KEY: whole.stack.description.apikey,
        SWIFT_WORKER_PARTNER_KEY: `${whole.partner.api_key.slice(0, -4)}0000`,
      },
    },
  );
  const [said] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([child.exitCode, said]).toEqual([1, expect.stringContaining('next: the key is unknown, expired or revoked')]);
});
