import { execFile, type ChildProcess } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { writeStateFile } from '../../local/state-file.ts';
import { hasCommand } from '../../tools/harness/has-command.ts';
import { until } from '../../tools/harness/whole-stack.ts';
import { packClient } from '../../tools/packages/pack-client.ts';
import { expectEndpoint } from './guide-endpoint.ts';
import { inLanguage, programsOf, snippetsOf } from './guide.ts';
import {
  connectLine,
  messageVariables,
  outputOf,
  playCustomer,
  sendingVariables,
  startGuideScene,
  startProgram,
  templateVariables,
  type GuideScene,
} from './guide-scene.ts';
import { asNode20 } from './as-node-20.ts';

const run = promisify(execFile);
let scene: GuideScene;

beforeAll(async () => {
  scene = await startGuideScene();
  // The client as it is published.
  await packClient(path.join(scene.directory, 'node_modules/@swift-worker/client'));
});
afterAll(() => scene.stop());

let programs = 0;
const begin = (text: string, more: Readonly<Record<string, string>> = {}): ChildProcess => {
  programs += 1;
  const file = path.join(scene.directory, `program-${programs}.mjs`);
  writeFileSync(file, stripTypeScriptTypes(text));
  return startProgram(process.execPath, ['--import', asNode20, file], scene.environment(more));
};

/** Runs a program to its end. @returns its output */
const runProgram = (
  text: string,
  onLine?: (line: string) => Promise<void>,
  more: Readonly<Record<string, string>> = {},
): Promise<string> => outputOf(begin(text, more), onLine);

describe('the quickstart verifies its first event', () => {
  const snippets = snippetsOf('partners/quickstart.md');
  const verified = /^customer \S+\nverified service.partner.customer.updated$/;
  let inbox: { readonly INBOX_URL: string };
  beforeEach(async () => {
    const { description } = scene.whole.stack;
    inbox = { INBOX_URL: description.receiver.inbox_url };
    await fetch(inbox.INBOX_URL, { method: 'DELETE' });
    mkdirSync(path.join(scene.directory, '.local'), { recursive: true });
    writeStateFile(path.join(scene.directory, '.local/stack.json'), description);
  });

  test('with curl, and with the variables that it sets', async () => {
    const env = { PATH: scene.environment()['PATH'] };
    const { stdout } = await run('sh', ['-euc', inLanguage(snippets, 'sh')], { cwd: scene.directory, env });
    const [, changed = '', said] = stdout.trim().split(/(?<=\})(?=\{"ok"|verified)/);
    expect(JSON.parse(changed)).toMatchObject({ customer: { customer_name: 'Bakery Daybreak' } });
    expect(said).toBe('verified service.partner.customer.updated');
  });

  test('in TypeScript', async () => {
    expect(await runProgram(programsOf(snippets)[0] ?? '', undefined, inbox)).toMatch(verified);
  });

  test('in Python', async () => {
    if (!(await hasCommand('python3'))) {
      console.log('skipped: the quickstart in Python, which is not installed');
      return;
    }
    // The change before it would be no change.
    await scene.whole.command('POST', 'upsert-partner-customer', {
      external_customer_id: 'quickstart',
      customer_name: 'Bakery Noon',
    });
    const { stdout } = await run('python3', ['-c', inLanguage(snippets, 'python')], { env: scene.environment(inbox) });
    expect(stdout.trim()).toMatch(verified);
  });
});

const programOf = (page: string, number = 0): string => programsOf(snippetsOf(`partners/${page}`))[number] ?? '';

test('the program of the portal page reads a member’s inbox and keeps a preference', async () => {
  const [program = ''] = programsOf(snippetsOf('portal.md'));
  const [owner] = scene.whole.partner.members;
  // The other guides have changed the endpoint.
  expect(await runProgram(program, undefined, { MEMBER_TOKEN: owner?.jwt ?? '' })).toMatch(/^(\d+) \1\nfalse$/);
});

test('the client of the overview is made', async () => {
  expect(await runProgram(programOf('README.md'))).toBe('');
});

test('the guide to customers onboards, finds and changes them', async () => {
  const said = await runProgram(programOf('customers.md'));
  expect(said).toMatch(/^new [0-9a-f-]{36}\nnew [0-9a-f-]{36}\n(?:\d 2 0\n)*2 2 0\nBakery Sunrise \S+Z\nCafé 東京\n/);
  expect(said).toContain('changed meanwhile: ');
  expect(said).toContain("{ customer_name: 'Bakery Sunrise' } { customer_name: 'Bakery Daybreak' }");
});

test('the guide to lines connects one, shows its token and deactivates it', async () => {
  const said = await runProgram(programOf('lines.md'), playCustomer);
  expect(said).toMatch(
    /\nconnected active true\nBakery Sunrise sunrise-orders \+1 \S+\nSend this link to reconnect: reconnect\na token of some length\ninactive released$/,
  );
});

test('the endpoint of the guide to events passes the handshake, and accepts requests of the service and the platform only', () =>
  expectEndpoint(scene.whole, 0, (variables) => begin(programOf('events.md'), variables)));

test('the guide to events registers the endpoint and lists what was sent', async () => {
  const said = await runProgram(programOf('events.md', 1));
  expect(said).toMatch(/^true\ntrue \w+\n(?:service\.partner\.[\w.]+ (?:true|false)\n?){12}$/);
  // The guide subscribes to them, and not to the others.
  expect(said).toContain('service.partner.instance.reconnect_required true');
  expect(said).toContain('service.partner.template.updated false');
});

test('the guide to a change of the endpoint follows the migration to its end', async () => {
  expect(await runProgram(programOf('endpoint-change.md'))).toMatch(/^completed (\d+) \1$/);
});

test('the guide to notifications reads a member’s inbox and keeps a preference', async () => {
  const [, owner] = scene.whole.partner.members;
  const said = await runProgram(programOf('notifications.md'), undefined, { MEMBER_TOKEN: owner?.jwt ?? '' });
  expect(said).toMatch(/^\d+\n[^]*false\ncritical$/);
});

test('the guide to the team invites a member, changes and removes it, and lists the keys', async () => {
  const owner = scene.whole.partner.members.find(({ role }) => role === 'owner');
  const said = await runProgram(programOf('team-and-keys.md'), undefined, { MEMBER_TOKEN: owner?.jwt ?? '' });
  expect(said).toMatch(/^owner \d+\n6\n[^]* active /);
});

test('the guide to messages sends two and marks one as read', async () => {
  const variables = await messageVariables(scene.whole);
  expect(await runProgram(programOf('messages.md'), undefined, variables)).toContain("messaging_product: 'whatsapp'");
});

test('the guide to template messages sends one with variables, media and buttons, and a code', async () => {
  const variables = await sendingVariables(scene.whole);
  const said = await runProgram(programOf('sending-templates.md'), undefined, variables);
  expect(said).toContain("messaging_product: 'whatsapp'");
});

test('the guide to templates lists, gets and refreshes them', async () => {
  const variables = await templateVariables(scene.whole);
  expect(await runProgram(programOf('templates.md'), undefined, variables)).toBe(
    'welcome en UTILITY\nAPPROVED []\nwelcome 0 of 1\nsucceeded 1',
  );
});

test('the guide to delivery reports shows what was reported', async () => {
  const { platform_phone_number_id: number } = await connectLine(scene.whole, 'delivery');
  const said = await runProgram(programOf('delivery.md'), undefined, { PHONE_NUMBER_ID: number });
  expect(said).toMatch(/^false\ntrue\n\[ 201, 201, 201 \]\n\w+ \{/);
  await until(
    async () => (await scene.whole.query('search-partner-delivery-events')).body['total'],
    (total) => total === 6,
  );
});

test('the guide to usage shows the month, the year and a customer', async () => {
  const shop = { external_customer_id: 'shop-4711', customer_name: 'Bakery Sunrise' };
  await scene.whole.command('POST', 'upsert-partner-customer', shop);
  expect(await runProgram(programOf('usage.md'))).toMatch(/^(\d{4}-\d{2}-\d{2} \d+ \d+\n)+test 1 \d+\n\d+ \d+$/);
});

test('the guide to errors is correct about keys and refusals', async () => {
  expect(await runProgram(programOf('errors.md'))).toMatch(/^false true true\n404 not_found \S/);
});
