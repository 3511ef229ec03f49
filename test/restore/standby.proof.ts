import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import { seed } from '../../local/seed.ts';
import type { Stack } from '../../local/stack.ts';
import { readStateFile, writeStateFile, type DescribedPartner } from '../../local/state-file.ts';
import { openTable } from '../../scripts/backup/open-table.ts';
import { callsOf, startTestStack, until } from '../../tools/harness/whole-stack.ts';
import { root } from '../backup/erased-since.ts';
import { laggingReplica } from './lagging-replica.ts';

const run = promisify(execFile);
/** Nothing listens there. */
const nowhere = 'http://127.0.0.1:9/functions/v1/swift-worker';
const lagMilliseconds = 1_000;
/** How long events may take once the standby answers. */
const mostSeconds = 60;

let directory: string;
let first: Stack;
let standby: Stack;
let partner: DescribedPartner;
const file = (name: string): string => path.join(directory, name);

const start = (name: string, options: Partial<Parameters<typeof startTestStack>[0]>): Promise<Stack> =>
  startTestStack({
    ...options,
    dataDirectory: file(name),
    described: (description) => {
      writeStateFile(file(`${name}.json`), description);
    },
  });
const tableOf = async (name: string) => {
  const { client, table } = await openTable('local', () => readStateFile(file(`${name}.json`)));
  return { name: table, client: DynamoDBDocumentClient.from(client) };
};
const failOver = (...words: readonly string[]) => {
  const argv = ['scripts/fail-over.ts', '--stage', 'local', '--state', file('there.json'), ...words];
  return run(process.execPath, argv, { cwd: root });
};

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'regions-'));
  for (const name of ['here', 'there']) mkdirSync(file(name));
  first = await start('here', { seed });
  const [seeded] = first.description.partners;
  if (seeded === undefined) throw new Error('no partner was seeded');
  partner = seeded;
  // The replica of the key, and the closed stage.
  copyFileSync(file('here/kms.json'), file('there/kms.json'));
  // The receivers of both regions have the same authority.
  cpSync(file('here/certificates'), file('there/certificates'), { recursive: true });
  writeFileSync(file('there/stage-tables.json'), JSON.stringify({ serving: 1, beside: [], maintenance: 'closed' }));
  standby = await start('there', {});
});
afterAll(async () => {
  await Promise.all([first.stop(), standby.stop()]);
  rmSync(directory, { recursive: true });
});

const answered = z.object({ customer: z.object({ customer_id: z.string() }) });
const externalIds = z.object({ items: z.array(z.object({ external_customer_id: z.string() })) });
const inbox = z.array(z.object({ headers: z.record(z.string(), z.string()), body: z.string() }));
const event = z.object({ data: z.object({ customer: z.object({ customer_id: z.string() }) }) });

/** What the partner's endpoint has received: the customer, the number and the id of each event. */
const received = async () =>
  inbox
    .parse(await (await fetch(`${first.description.receiver.inbox_url}?partner=1`)).json())
    .flatMap(({ headers, body }) => {
      const { data } = event.safeParse(JSON.parse(body === '' ? '{}' : body));
      return data === undefined ? [] : [{ ...data, id: headers['webhook-id'] ?? '' }];
    });

test('a region is lost under load: its standby answers, with all but the writes of the last second', async () => {
  const here = callsOf(first.description, partner);
  const there = () => callsOf({ ...standby.description, apikey: first.description.apikey }, partner);
  const [source, target] = await Promise.all([tableOf('here'), tableOf('there')]);
  const replication = laggingReplica(source, target);

  // The traffic. Each name is written once, and again: a customer and its event.
  const acknowledged: { readonly externalId: string; readonly customer: string; readonly at: number }[] = [];
  const cut = new AbortController();
  const traffic = (async () => {
    for (let number = 1; !cut.signal.aborted; number += 1) {
      const externalId = `EXT-${String(number)}`;
      const body = { external_customer_id: externalId, customer_name: 'First' };
      const made = await here.command('POST', 'upsert-partner-customer', body);
      const { customer } = answered.parse(made.body);
      const changes = { customer_name: 'Second' };
      const changed = await here.command('PATCH', 'update-partner-customer', {
        customer_id: customer.customer_id,
        changes,
      });
      if (changed.status === 200) acknowledged.push({ externalId, customer: customer.customer_id, at: Date.now() });
    }
  })();

  // Replication: what was there a second ago arrives.
  let lastSeen = 0;
  for (let round = 0; round < 6; round += 1) {
    const seen = Date.now();
    const changes = await replication.waiting();
    await wait(lagMilliseconds);
    await replication.deliver(changes);
    lastSeen = seen;
  }
  const lostAt = Date.now();
  // The first region is cut off: its workers end, and nothing more is replicated.
  cut.abort();
  await traffic;
  expect((await there().query('list-partner-customers')).status).toBe(503);
  await expect(failOver('--first', first.description.api_url)).rejects.toThrow('the first region answers calls');
  await expect(failOver('--first', nowhere)).rejects.toThrow('repeat the command with --yes');
  await first.deploy({ ...first.description.tables, maintenance: 'closed' });
  const delivered = await received();

  const began = performance.now();
  const { stdout } = await failOver('--first', nowhere, '--yes');
  const seconds = (performance.now() - began) / 1_000;
  expect(stdout).toContain('answers calls');

  const shown = async (): Promise<ReadonlySet<string>> => {
    const all: string[] = [];
    for (let page = 1; ; page += 1) {
      const { status, body } = await there().query('list-partner-customers', { page: String(page) });
      expect(status).toBe(200);
      const { items: customers } = externalIds.parse(body);
      if (customers.length === 0) return new Set(all);
      all.push(...customers.map(({ external_customer_id: id }) => id));
    }
  };
  const kept = await shown();
  const lost = acknowledged.filter(({ externalId }) => !kept.has(externalId));
  // Nothing that was acknowledged before the last look of the replication is missing.
  expect(lost.filter(({ at }) => at < lastSeen)).toEqual([]);
  const age = lost.length === 0 ? 0 : (lostAt - Math.min(...lost.map(({ at }) => at))) / 1_000;

  // Each event of a customer that is there arrives; some twice, with the same id.
  const changedBefore = acknowledged.filter(({ at }) => at < lastSeen).map((one) => one.customer);
  const all = await until(
    received,
    (events) => {
      const of = new Set(events.map(({ data }) => data.customer.customer_id));
      return changedBefore.every((one) => of.has(one));
    },
    mostSeconds,
  );
  await wait(5_000);
  const after = await received();
  const twice = after.length - new Set(after.map(({ id }) => id)).size;
  expect(changedBefore.length).toBeGreaterThan(0);
  expect(all.length).toBeGreaterThanOrEqual(changedBefore.length);

  // The standby takes writes, and sends their events.
  const next = await there().command('POST', 'upsert-partner-customer', {
    external_customer_id: 'EXT-after',
    customer_name: 'After',
  });
  const { customer } = answered.parse(next.body);
  await there().command('PATCH', 'update-partner-customer', {
    customer_id: customer.customer_id,
    changes: { customer_name: 'Afterwards' },
  });
  await until(
    received,
    (events) => events.some(({ data }) => data.customer.customer_id === customer.customer_id),
    mostSeconds,
  );
  process.stderr.write(
    `fail-over: ${seconds.toFixed(1)} s; ${String(acknowledged.length)} writes, ${String(lost.length)} lost, the oldest ${age.toFixed(1)} s before the loss; ` +
      `${String(delivered.length)} events before, ${String(after.length)} in all, ${String(twice)} twice\n`,
  );
});
