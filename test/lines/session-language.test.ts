import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { readSession } from '../../lambdas/store/instances/connect-sessions.ts';
import type { Reply } from '../../tools/harness/service.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { startWorld, type World } from '../../tools/harness/world.ts';
import { problemsOf, verdictOf } from '../api/replies.ts';

let table: TestTable;
let world: World;
let customer: string;

beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());
beforeEach(async () => {
  world = await startWorld(table);
  customer = await world.customer('C-1');
});

const made = z.object({ session: z.object({ id: z.string(), instance_id: z.string() }) });

const languageOf = async (reply: Reply): Promise<string | null | undefined> => {
  const { session } = made.parse(reply.body);
  return (await readSession(table, world.partner.partnerId, session.instance_id, session.id))?.language;
};

const create = (given: object): Promise<Reply> =>
  world.command('POST', 'create-customer-instance', {
    partner_customer_id: customer,
    instance_key: 'line-1',
    ...given,
  });

const connect = async (given: object): Promise<Reply> => {
  const instance_id = await world.instance(customer, 'line-2');
  return world.command('POST', 'create-connect-session', { instance_id, ...given });
};

describe.each([
  ['create-customer-instance', create],
  ['create-connect-session', connect],
] as const)('the language of the session of %s', (_, call) => {
  it.each(['pt-BR', 'en', 'ar', 'zh-Hant-TW', 'PT-br', 'es-419', 'de-DE-u-co-phonebk'])(
    'is kept as %s',
    async (language) => {
      expect(await languageOf(await call({ language }))).toBe(language);
    },
  );

  it.each([
    ['left out', {}],
    ['null', { language: null }],
    ['blank', { language: ' ' }],
  ])('is that of the browser when it is %s', async (_about, given) => {
    expect(await languageOf(await call(given))).toBeNull();
  });

  it.each([
    ['p', 'minimum'],
    ['pt_BR', 'format'],
    ['Portuguese (Brazil)', 'format'],
    ['en-', 'format'],
    ['en-US, pt', 'format'],
    ['en\u0007', 'format'],
    ['a'.repeat(36), 'maximum'],
    [7, 'type'],
  ])('is no language tag as %j: %s', async (language, rule) => {
    const reply = await call({ language });
    expect(verdictOf(reply)).toBe('400 validation_failed');
    expect(problemsOf(reply)).toContainEqual(expect.objectContaining({ path: 'language', rule }));
  });
});

it('the language is no part of the session that the interface shows', async () => {
  const reply = await create({ language: 'pt-BR' });
  expect(Object.keys(z.record(z.string(), z.unknown()).parse(reply.body['session']))).not.toContain('language');
});
