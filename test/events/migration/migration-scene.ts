import { newId } from '../../../lambdas/runtime/clock.ts';
import { begunBy } from '../../../lambdas/runtime/logger.ts';
import type { Instance } from '../../../lambdas/domain/instance.ts';
import { keys, workKeyOfKind } from '../../../lambdas/store/table/keys.ts';
import { notificationClauses } from '../../../lambdas/store/notifications/notifications.ts';
import { runMigration, type MigrationDeps } from '../../../lambdas/events/migration/run-migration.ts';
import { z } from 'zod';
import { startService, type Reply, type TestPartner, type TestService } from '../../../tools/harness/service.ts';
import { testClock, type TestClock } from '../../../tools/harness/test-clock.ts';
import { app } from '../../../tools/harness/connect-scenery.ts';
import { noDeadline } from '../../../tools/harness/no-deadline.ts';
import type { TestTable } from '../../../tools/harness/test-table.ts';
import { testVault } from '../../../tools/harness/test-vault.ts';
import { answered, verifiedReceiver } from '../verified-receiver.ts';
import { connectInstances } from './connected-instances.ts';
import { fakePlatform, type FakePlatform } from './fake-platform.ts';
import { migrationOf, type ShownMigration } from './shown-migration.ts';

export const url = 'https://hooks.example/new';
const vault = testVault();

/** A new partner with a signing secret, whose endpoint answers the handshake to `token`. */
export interface MigrationScene {
  readonly service: TestService;
  readonly partner: TestPartner;
  readonly platform: FakePlatform;
  readonly deps: MigrationDeps;
  readonly clock: TestClock;
  readonly connect: (count: number, from?: number) => Promise<readonly Instance[]>;
  readonly call: (method: string, route: string, given?: Record<string, string>) => Promise<Reply>;
  readonly update: (webhookUrl?: string) => Promise<Reply>;
  readonly shown: (given?: Record<string, string>) => Promise<ShownMigration>;
  readonly work: (id: string, until?: number) => Promise<void>;
}

export const startMigrationScene = async (table: TestTable): Promise<MigrationScene> => {
  const clock = testClock();
  const platform = fakePlatform();
  const receiver = verifiedReceiver(clock.now);
  receiver.handshake = (request) => {
    const { searchParams } = new URL(request.url);
    return searchParams.get('hub.verify_token') === 'token'
      ? {
          kind: 'response',
          status: 200,
          headers: {},
          milliseconds: 1,
          body: Buffer.from(searchParams.get('hub.challenge') ?? ''),
        }
      : answered(403);
  };
  const service = await startService(table, { clock: clock.now, outbound: receiver.outbound, vault });
  const partner = await service.newPartner();
  const rotated = await service.operate('webhook-secrets rotate', { partner_id: partner.partnerId });
  receiver.secrets.set(partner.partnerId, [z.object({ webhook_secret: z.string() }).parse(rotated).webhook_secret]);
  const deps: MigrationDeps = {
    table,
    clock: clock.now,
    newId,
    vault,
    platform: platform.client,
    app: () => Promise.resolve(app),
    deadline: noDeadline,
    retryPolicy: { sleep: () => Promise.resolve(), random: () => 0.5 },
    notifications: notificationClauses(table, newId),
  };
  const call: MigrationScene['call'] = (method, route, given = {}) =>
    service.call(method, {
      bearer: partner.apiKey,
      ...(method === 'GET' ? { query: { route, ...given } } : { body: { route, ...given } }),
    });
  return {
    service,
    partner,
    platform,
    deps,
    clock,
    call,
    connect: (count, from = 0) =>
      connectInstances({ table, vault, clock: clock.now, platform, partnerId: partner.partnerId }, count, from),
    update: (webhookUrl = url) =>
      call('POST', 'update-partner-webhook-endpoint', { webhook_url: webhookUrl, platform_verify_token: 'token' }),
    shown: async (given = {}) => migrationOf(await call('GET', 'get-partner-webhook-migration', given)),
    work: (id, until = Infinity) =>
      runMigration(deps, workKeyOfKind('migration', keys.migration(partner.partnerId, id)), until, begunBy),
  };
};
