import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { createClient } from '../../packages/client/src/client.ts';
import { until } from '../../tools/harness/whole-stack.ts';
import { missingFrom, snippetsOf } from './guide.ts';
import {
  connectLine,
  messageVariables,
  playCustomer,
  startGuideScene,
  sendingVariables,
  templateVariables,
  type GuideScene,
} from './guide-scene.ts';

const run = promisify(execFile);
let scene: GuideScene;
beforeAll(async () => {
  scene = await startGuideScene();
});
afterAll(() => scene.stop());

const record = z.object({ id: z.string() });
/** What later commands of a page need of an answer. */
const answer = z.object({
  ok: z.boolean().optional(),
  error: z.object({ code: z.string() }).optional(),
  messaging_product: z.string().optional(),
  success: z.boolean().optional(),
  customer: z.object({ updated_at: z.string() }).optional(),
  instance: record.optional(),
  migration: record.optional(),
  sync: record.optional(),
  member: record.optional(),
  key: record.optional(),
});

interface Command {
  readonly text: string;
  /** The answer that the page shows below it. */
  readonly example: unknown;
}

/** The commands of a page. A block has one or more, with an empty line between them. */
const commandsOf = (page: string): readonly Command[] => {
  const snippets = snippetsOf(`partners/${page}`).filter(({ language }) => language === 'sh' || language === 'json');
  return snippets.flatMap(({ language, text }, index) => {
    if (language !== 'sh') return [];
    const next = snippets[index + 1];
    const example: unknown = next?.language === 'json' ? JSON.parse(next.text) : null;
    return text.split('\n\n').map((command) => ({ text: command, example }));
  });
};

/** Runs the commands of a page, each with the ids of the answers before it. @returns the codes of the refusals that the page does not show */
const playCommands = async (
  page: string,
  given: Readonly<Record<string, string>> = {},
  afterAnswer: (output: string) => Promise<void> = () => Promise.resolve(),
): Promise<readonly string[]> => {
  const variables = { ...given };
  const refusals: string[] = [];
  const commands = commandsOf(page);
  expect(commands).not.toEqual([]);
  for (const { text, example } of commands) {
    const { stdout } = await run('sh', ['-euc', text], { env: scene.environment(variables) });
    await afterAnswer(stdout);
    const body: unknown = JSON.parse(stdout);
    if (example !== null) expect([text, missingFrom(body, example)]).toEqual([text, []]);
    const { ok, error, messaging_product, success, customer, ...made } = answer.parse(body);
    if (error === undefined) expect([text, ok ?? success ?? messaging_product !== undefined]).toEqual([text, true]);
    else if (example === null) refusals.push(error.code);
    if (customer !== undefined) variables['UPDATED_AT'] = customer.updated_at;
    for (const [noun, entity] of Object.entries(made)) variables[`${noun.toUpperCase()}_ID`] = entity.id;
  }
  return refusals;
};

test.each(['README.md', 'customers.md', 'errors.md', 'endpoint-change.md', 'usage.md'])(
  'the commands of %s are accepted, and print what the page shows',
  async (page) => {
    expect(await playCommands(page)).toEqual([]);
  },
);

test('the commands of the guide to lines connect one and deactivate it', async () => {
  const connected = async (output: string): Promise<void> => {
    if (!output.includes('"awaiting_connection"') || output.includes('"reconnect"')) return;
    await playCustomer(output);
    await until(
      async () =>
        (await scene.whole.query('get-partner-instance', { instance_key: 'sunrise-orders' })).body['instance'],
      (found) => z.object({ status: z.string() }).parse(found).status === 'connected',
    );
  };
  expect(await playCommands('lines.md', {}, connected)).toEqual([]);
});

test('the commands of the guide to events register the endpoint and show an event', async () => {
  const customer = { external_customer_id: 'events' };
  await scene.whole.command('POST', 'upsert-partner-customer', { ...customer, customer_name: 'Before' });
  await scene.whole.command('POST', 'upsert-partner-customer', { ...customer, customer_name: 'After' });
  const { body } = await scene.whole.query('get-partner-customer', customer);
  const { customer_id } = z.object({ customer_id: z.string() }).parse(body['customer']);
  const [event] = await until(
    async () =>
      z.array(record).parse((await scene.whole.query('list-partner-webhook-events', { customer_id })).body['items']),
    (items) => items.length > 0,
  );
  const eventId = event?.id ?? '';
  // The history of the customer has the event at once. The list of the partner, which the guide reads, has it some seconds later.
  await until(
    async () => (await scene.whole.query('get-partner-webhook-event', { event_id: eventId })).status,
    (status) => status === 200,
  );
  expect(await playCommands('events.md', { EVENT_ID: eventId })).toEqual([]);
});

test('the commands of the guide to notifications read an inbox, and find no notification that there is not', async () => {
  const [owner] = scene.whole.partner.members;
  const variables = { MEMBER_TOKEN: owner?.jwt ?? '', NOTIFICATION_ID: '01890a5d-ac96-774b-bcce-b302099a8057' };
  expect(await playCommands('notifications.md', variables)).toEqual(['not_found']);
});

test('the commands of the guide to the team invite a member, and change, remove and issue', async () => {
  const owner = scene.whole.partner.members.find(({ role }) => role === 'owner');
  const MEMBER_TOKEN = owner?.jwt ?? '';
  const { api_url: apiUrl, apikey } = scene.whole.stack.description;
  const member = createClient({ apiUrl, apikey, token: MEMBER_TOKEN });
  // The seeded partner has as many keys as it may have. The guides need one of them.
  const { body } = await member.call('list-partner-api-keys', {});
  const unused = body.items.find(({ status, scopes }) => status === 'active' && !scopes.includes('customers.write'));
  await member.call('revoke-partner-api-key', { key_id: unused?.id ?? '' });
  const { partner_id: PARTNER_ID } = scene.whole.partner;
  const other = scene.whole.stack.description.partners.find(({ partner_id: id }) => id !== PARTNER_ID);
  const { email = '', jwt: INVITED_TOKEN = '' } = other?.members[0] ?? {};
  await member.call('invite-partner-member', { email, role: 'viewer' });
  expect(await playCommands('team-and-keys.md', { MEMBER_TOKEN, INVITED_TOKEN, PARTNER_ID })).toEqual([]);
});

test('the commands of the guide to messages are accepted by the platform', async () => {
  expect(await playCommands('messages.md', await messageVariables(scene.whole))).toEqual([]);
});

test('the commands of the guide to template messages are accepted by the platform', async () => {
  expect(await playCommands('sending-templates.md', await sendingVariables(scene.whole))).toEqual([]);
});

test('the commands of the guide to templates are accepted', async () => {
  expect(await playCommands('templates.md', await templateVariables(scene.whole))).toEqual([]);
});

test('the commands of the guide to delivery reports are accepted', async () => {
  const { platform_phone_number_id: number } = await connectLine(scene.whole, 'delivery');
  expect(await playCommands('delivery.md', { PHONE_NUMBER_ID: number })).toEqual([]);
});
