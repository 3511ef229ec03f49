import { execFile, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { hasCommand } from '../../tools/harness/has-command.ts';
import { findPython } from '../client-python/find-python.ts';
import { expectEndpoint } from './guide-endpoint.ts';
import { programsOf, snippetsOf } from './guide.ts';
import {
  connectLine,
  messageVariables,
  outputOf,
  playCustomer,
  startGuideScene,
  startProgram,
  sendingVariables,
  templateVariables,
  type GuideScene,
} from './guide-scene.ts';

const root = path.join(import.meta.dirname, '../..');
const python = await findPython();
if (python === null) console.log('skipped: the guides in Python, because there is no Python 3.10 with httpx');

const programsIn = (page: string): readonly string[] => programsOf(snippetsOf(`partners/${page}`), 'python');

describe('the samples in Python', () => {
  test('compile', async () => {
    if (!(await hasCommand('python3'))) {
      console.log('skipped: the samples in Python, which is not installed');
      return;
    }
    const pages = readdirSync(path.join(root, 'docs/partners'));
    const compiled = pages.flatMap((page) => programsIn(page).map((text) => ({ page, text })));
    expect(compiled.length).toBeGreaterThan(10);
    const check = 'import json, sys; [compile(one["text"], one["page"], "exec") for one in json.loads(sys.argv[1])]';
    await promisify(execFile)('python3', ['-c', check, JSON.stringify(compiled)]);
  });
});

const playGuides = (command: string): void => {
  let scene: GuideScene;
  beforeAll(async () => {
    scene = await startGuideScene();
  });
  afterAll(() => scene.stop());

  const begin = (page: string, number = 0, more: Readonly<Record<string, string>> = {}): ChildProcess => {
    const client = path.join(root, 'packages/client-python/src');
    const variables = scene.environment({ PYTHONPATH: client, PYTHONUNBUFFERED: '1', PYTHONUTF8: '1', ...more });
    return startProgram(command, ['-B', '-c', programsIn(page)[number] ?? 'raise SystemExit(1)'], variables);
  };
  const runProgram = (
    page: string,
    number = 0,
    more: Readonly<Record<string, string>> = {},
    onLine?: (line: string) => Promise<void>,
  ): Promise<string> => outputOf(begin(page, number, more), onLine);

  test('the client of the overview is made', async () => {
    expect(await runProgram('README.md')).toBe('');
  });

  test('the guide to customers onboards, finds and changes them', async () => {
    const said = await runProgram('customers.md');
    expect(said).toMatch(
      /^new [0-9a-f-]{36}\nnew [0-9a-f-]{36}\n(?:\d 2 0\n)*2 2 0\n0\nBakery Sunrise \S+Z\nCafé 東京\n/,
    );
    expect(said).toContain('changed meanwhile: ');
    expect(said).toContain("{'customer_name': 'Bakery Sunrise'} {'customer_name': 'Bakery Daybreak'}");
  });

  test('the guide to lines connects one, shows its token and deactivates it', async () => {
    expect(await runProgram('lines.md', 0, {}, playCustomer)).toMatch(
      /\nconnected active True\nBakery Sunrise sunrise-orders \+1 \S+\nSend this link to reconnect: reconnect\na token of some length\ninactive released$/,
    );
  });

  test('the endpoint of the guide to events passes the handshake, and accepts requests of the service and the platform only', () =>
    expectEndpoint(scene.whole, 1, (variables) => begin('events.md', 0, variables)));

  test('the guide to events registers the endpoint and lists what was sent', async () => {
    const said = await runProgram('events.md', 1);
    expect(said).toMatch(/^True\nTrue \w+\n(?:service\.partner\.[\w.]+ (?:True|False)\n?){12}$/);
    expect(said).toContain('service.partner.instance.reconnect_required True');
    expect(said).toContain('service.partner.template.updated False');
  });

  test('the guide to a change of the endpoint follows the migration to its end', async () => {
    expect(await runProgram('endpoint-change.md')).toMatch(/^completed (\d+) \1$/);
  });

  test('the guide to notifications reads a member’s inbox and keeps a preference', async () => {
    const [, owner] = scene.whole.partner.members;
    expect(await runProgram('notifications.md', 0, { MEMBER_TOKEN: owner?.jwt ?? '' })).toMatch(/^\d+\n[^]*False$/);
  });

  test('the guide to the team invites a member, changes and removes it, and lists the keys', async () => {
    const owner = scene.whole.partner.members.find(({ role }) => role === 'owner');
    const said = await runProgram('team-and-keys.md', 0, { MEMBER_TOKEN: owner?.jwt ?? '' });
    expect(said).toMatch(/^owner \d+\n6\n[^]* active /);
  });

  test('the guide to messages sends two and marks one as read', async () => {
    const variables = await messageVariables(scene.whole);
    expect(await runProgram('messages.md', 0, variables)).toContain("'messaging_product': 'whatsapp'");
  });

  test('the guide to template messages sends one with variables, media and buttons, and a code', async () => {
    const variables = await sendingVariables(scene.whole);
    expect(await runProgram('sending-templates.md', 0, variables)).toContain("'messaging_product': 'whatsapp'");
  });

  test('the guide to templates lists, gets and refreshes them', async () => {
    const variables = await templateVariables(scene.whole);
    expect(await runProgram('templates.md', 0, variables)).toBe('welcome en UTILITY\nAPPROVED []\nsucceeded 1');
  });

  test('the guide to usage shows the month, the year and a customer', async () => {
    const shop = { external_customer_id: 'shop-4711', customer_name: 'Bakery Sunrise' };
    await scene.whole.command('POST', 'upsert-partner-customer', shop);
    expect(await runProgram('usage.md')).toMatch(/^(\d{4}-\d{2}-\d{2} \d+ \d+\n)+test 1 \d+\n\d+ \d+$/);
  });

  test('the guide to delivery reports shows what was reported', async () => {
    const { platform_phone_number_id: number } = await connectLine(scene.whole, 'delivery');
    expect(await runProgram('delivery.md', 0, { PHONE_NUMBER_ID: number })).toMatch(
      /^False\nTrue\n\[201, 201, 201\]\n\w+ \S/,
    );
  });

  test('the guide to errors is correct about keys and refusals', async () => {
    expect(await runProgram('errors.md')).toMatch(/^False True True\n404 not_found \S/);
  });
};

if (python !== null) playGuides(python);
