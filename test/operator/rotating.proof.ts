import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { keys, type Key } from '../../lambdas/store/table/keys.ts';
import { readStateFile } from '../../local/state-file.ts';
import { openTable } from '../../scripts/backup/open-table.ts';
import { until, type Received } from '../../tools/harness/whole-stack.ts';
import { startDescribedStack, type DescribedStack } from '../../tools/harness/described-stack.ts';
import { operatedStack } from './operated-stack.ts';

let whole: DescribedStack;
let operated: ReturnType<typeof operatedStack>;
let customerId: string;
let calls: ReturnType<typeof traffic> | undefined;

beforeAll(async () => {
  whole = await startDescribedStack();
  operated = operatedStack(whole);
  customerId = await operated.newCustomer('rotating');
});
afterAll(async () => {
  await calls?.stop();
  await whole.stop();
});

const page = readFileSync(path.join(import.meta.dirname, '../../docs/operations/rotating.md'), 'utf8');

/** Gives the command that the page has for an area, and reads its answer. */
const commanded = <T>(schema: z.ZodType<T>, command: string, given: string | null): Promise<T> => {
  const line = page.split('\n').find((text) => text.includes(`operator -- --stage <stage> ${command}`)) ?? '';
  expect(line).not.toBe('');
  const words = line
    .slice(line.indexOf(command))
    .trim()
    .replace(/<[\w-]+>/, given ?? '')
    .split(' ');
  return operated.read(schema, ...words, '--yes');
};

interface Credentials {
  readonly apikey: string;
  readonly apiKey: string;
}
const nameOf = ({ apikey, apiKey }: Credentials): string => `${apikey} ${apiKey}`;

/** Changes the customer, so that each call also causes an event. */
const change = async ({ apikey, apiKey }: Credentials, name: string): Promise<number> => {
  const response = await fetch(whole.stack.description.api_url, {
    method: 'PATCH',
    headers: { apikey, authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      route: 'update-partner-customer',
      customer_id: customerId,
      changes: { customer_name: name },
    }),
  });
  await response.arrayBuffer();
  return response.status;
};

/** Calls with all credentials in use, one after the other, until it is stopped. */
const traffic = (first: Credentials) => {
  const state = { inUse: [first] as readonly Credentials[], isOver: false, rounds: 0 };
  const answers: { readonly name: string; readonly status: number }[] = [];
  const running = (async () => {
    while (!state.isOver) {
      for (const it of state.inUse) {
        answers.push({ name: nameOf(it), status: await change(it, `Name ${String(answers.length)}`) });
        await wait(50);
      }
      state.rounds += 1;
    }
  })();
  return {
    answers,
    use: (...credentials: readonly Credentials[]): void => {
      state.inUse = credentials;
    },
    /** Waits until all credentials in use were used several times. */
    goesOn: async (): Promise<void> => {
      const from = state.rounds;
      await until(
        () => Promise.resolve(state.rounds),
        (now) => now > from + 5,
      );
    },
    stop: async (): Promise<void> => {
      state.isOver = true;
      await running;
    },
  };
};

const item = z.record(z.string(), z.unknown());

/** Changes an item as the end of its overlap would find it. */
const pass = async (key: Key, changed: (found: Readonly<Record<string, unknown>>) => object): Promise<void> => {
  const { client, table } = await openTable('local', () => readStateFile(whole.stateFile));
  const documents = DynamoDBDocumentClient.from(client);
  const { Item } = await documents.send(new GetCommand({ TableName: table, Key: { ...key } }));
  const found = item.parse(Item);
  await documents.send(new PutCommand({ TableName: table, Item: { ...found, ...changed(found) } }));
  client.destroy();
};

const past = '2026-01-01T00:00:00.000Z';
const publishableKeys = z.array(z.looseObject({ value: z.string(), revoked_at: z.string().nullable() }));
const sealedSecrets = z.array(z.looseObject({ ends_at: z.string().nullable() }));

/** The end of all overlaps: an hour, a day or a week later. */
const passOverlaps = async (oldKeyId: string): Promise<void> => {
  await operated.expireKey(oldKeyId);
  await pass(keys.publishableKeys(), ({ keys: all }) => ({
    keys: publishableKeys.parse(all).map((key) => (key.revoked_at === null ? key : { ...key, revoked_at: past })),
  }));
  await pass(keys.webhookSecrets(whole.partner.partner_id), ({ secrets }) => ({
    secrets: sealedSecrets.parse(secrets).map((it) => (it.ends_at === null ? it : { ...it, ends_at: past })),
  }));
};

const isSignedBy = (secret: string, { headers, body }: Received): boolean => {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
};

const rotatedKey = z.object({ api_key: z.string(), key: z.object({ key_id: z.string() }) });
const rotatedPublishable = z.object({ key: z.object({ value: z.string() }), previous: z.unknown() });
const rotatedSecret = z.object({ webhook_secret: z.string() });
const listed = z.object({ keys: z.array(z.object({ key_id: z.string() })) });

const renamed = z.object({ data: z.object({ customer: z.object({ customer_name: z.string() }) }) });
const isLast = (received: Received | undefined, number: number): boolean =>
  received !== undefined &&
  renamed.parse(JSON.parse(received.body)).data.customer.customer_name === `Name ${String(number)}`;

test('a revoked key is refused', async () => {
  const { partner_id: partnerId, read_only_api_key: apiKey } = whole.partner;
  const asked = () => operated.call(apiKey, 'GET', `?route=get-partner-customer&customer_id=${customerId}`);
  const [, , keyId = ''] = apiKey.split('_');
  expect((await commanded(listed, 'keys list', partnerId)).keys.map(({ key_id: id }) => id)).toContain(keyId);
  await commanded(z.unknown(), 'keys revoke', keyId);
  await until(asked, ({ status }) => status === 401);
});

test('keys and secrets are rotated by the commands of the page, and no call and no delivery fails', async () => {
  const { partner_id: partnerId, api_key: apiKey, webhook_secret: oldSecret } = whole.partner;
  const old: Credentials = { apikey: whole.stack.description.apikey, apiKey };
  const [, , oldKeyId = ''] = apiKey.split('_');
  const running = traffic(old);
  calls = running;
  await running.goesOn();

  // All three overlap from now on.
  expect((await commanded(listed, 'keys list', partnerId)).keys.map(({ key_id: id }) => id)).toContain(oldKeyId);
  const fresh = await commanded(rotatedKey, 'keys rotate', oldKeyId);
  const { key: publishable } = await commanded(rotatedPublishable, 'publishable-keys rotate', null);
  const { webhook_secret: newSecret } = await commanded(rotatedSecret, 'webhook-secrets rotate', partnerId);
  const renewed: Credentials = { apikey: publishable.value, apiKey: fresh.api_key };
  // The new partner key is good at once; the new publishable key after a minute, as the page says.
  running.use(old, { ...old, apiKey: fresh.api_key });
  await running.goesOn();
  await wait(60_000);
  running.use(old, renewed, { ...old, apiKey: fresh.api_key }, { ...renewed, apiKey });
  await running.goesOn();
  const inOverlap = (await whole.received()).at(-1);
  if (inOverlap === undefined) throw new Error('no event was received');
  expect([oldSecret, newSecret].map((secret) => isSignedBy(secret, inOverlap))).toEqual([true, true]);
  running.use(renewed);
  await running.goesOn();

  await passOverlaps(oldKeyId);
  for (const refused of [
    { ...renewed, apiKey },
    { ...renewed, apikey: old.apikey },
  ]) {
    await until(
      () => change(refused, 'The last with an old key'),
      (status) => status === 401,
    );
  }
  await running.goesOn();
  await running.stop();
  expect(running.answers.filter(({ status }) => status !== 200)).toEqual([]);

  const updates = await until(
    () => whole.received(),
    (all) => isLast(all.at(-1), running.answers.length - 1),
  );
  const last = updates.at(-1);
  if (last === undefined) throw new Error('no event was received');
  expect([oldSecret, newSecret].map((secret) => isSignedBy(secret, last))).toEqual([false, true]);
  // Each event was taken at its first attempt, by who had the old secret until then, or has the new one.
  const ids = updates.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(ids.length);
  expect(updates.filter((it) => !isSignedBy(oldSecret, it) && !isSignedBy(newSecret, it))).toEqual([]);
});
