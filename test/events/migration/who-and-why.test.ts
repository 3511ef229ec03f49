import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { readMigration } from '../../../lambdas/store/webhooks/migrations.ts';
import type { TestPartner, TestService } from '../../../tools/harness/service.ts';
import { startTestTable, type TestTable } from '../../../tools/harness/test-table.ts';
import { refusal, type FakePlatform } from './fake-platform.ts';
import { startMigrationScene, url, type MigrationScene } from './migration-scene.ts';
import { migrationOf } from './shown-migration.ts';

let table: TestTable;
let scene: MigrationScene;
let service: TestService;
let partner: TestPartner;
let platform: FakePlatform;

beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());
beforeEach(async () => {
  scene = await startMigrationScene(table);
  ({ service, partner, platform } = scene);
});

const connect: MigrationScene['connect'] = (...given) => scene.connect(...given);
const call: MigrationScene['call'] = (...given) => scene.call(...given);
const update: MigrationScene['update'] = (...given) => scene.update(...given);
const shown: MigrationScene['shown'] = (...given) => scene.shown(...given);
const work: MigrationScene['work'] = (...given) => scene.work(...given);

const audited = z.object({ entries: z.array(z.object({ action: z.string() }).loose()) });

describe('a migration', () => {
  test('records the reason and the member in the history and the audit trail; a retry adds an entry', async () => {
    await connect(1);
    const given = { webhook_url: url, platform_verify_token: 'token', reason: 'New data centre' };
    const updated = await call('POST', 'update-partner-webhook-endpoint', given);
    const begun = migrationOf(updated);
    const requestedBy = { type: 'partner_key', id: partner.apiKey.split('_')[2] };
    expect(begun).toMatchObject({ reason: 'New data centre', requested_by: requestedBy });
    expect(await readMigration(table, partner.partnerId, begun.id)).toMatchObject({
      requestId: updated.headers['x-request-id'],
    });
    platform.intervene = () => refusal('permission');
    await work(begun.id);
    const member = await partner.member('admin');
    const retried = await service.call('POST', {
      bearer: member,
      body: { route: 'retry-partner-webhook-migration' },
    });
    expect(retried.status).toBe(202);
    // The log lines of a round name the call that began it.
    expect(await readMigration(table, partner.partnerId, begun.id)).toMatchObject({
      requestId: retried.headers['x-request-id'],
    });
    // The instances are moved for the same change as before.
    expect(await shown()).toMatchObject({ reason: 'New data centre', requested_by: requestedBy });
    const { entries } = audited.parse(await service.operate('audit list', { partner_id: partner.partnerId }));
    // Both entries have the same millisecond of the test's clock; their order is not defined.
    const acts = entries.filter(({ action }) => action.startsWith('webhook '));
    expect(acts.toSorted((left, right) => (left.action < right.action ? 1 : -1))).toEqual([
      {
        id: expect.any(String),
        at: expect.any(String),
        actor: { type: 'member', id: member.slice('member:'.length) },
        action: 'webhook migration retry',
        subject: {
          partner_id: partner.partnerId,
          migration_id: begun.id,
          request_id: retried.headers['x-request-id'],
        },
        reason: null,
      },
      {
        id: expect.any(String),
        at: expect.any(String),
        actor: requestedBy,
        action: 'webhook endpoint update',
        subject: {
          partner_id: partner.partnerId,
          endpoint_id: expect.any(String),
          migration_id: begun.id,
          request_id: updated.headers['x-request-id'],
        },
        reason: 'New data centre',
      },
    ]);
    expect(JSON.stringify(acts)).not.toContain('hooks.example');
  });

  test('has no reason when the request has none', async () => {
    expect(migrationOf(await update())).toMatchObject({ status: 'completed', reason: null });
  });

  test('cannot be retried after a newer update, whose migration has its instances', async () => {
    await connect(1);
    const first = migrationOf(await update());
    platform.intervene = () => refusal('permission');
    await work(first.id);
    platform.intervene = () => undefined;
    await call('POST', 'update-partner-webhook-endpoint', { webhook_url: `${url}/other` });
    const retried = await call('POST', 'retry-partner-webhook-migration', { migration_id: first.id });
    expect([retried.status, migrationOf(retried).status]).toEqual([200, 'superseded']);
    expect(await readMigration(table, partner.partnerId, first.id)).toMatchObject({ dueAt: null });
  });
});
