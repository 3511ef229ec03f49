import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { startService, type TestPartner, type TestService } from '../../tools/harness/service.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { outboxWorld, type OutboxWorld } from '../events/outbox-world.ts';
import { answered } from '../events/verified-receiver.ts';

/** The API and the workers of deliveries over one table and clock. */
export interface OutboxScene {
  readonly table: TestTable;
  readonly service: TestService;
  readonly world: OutboxWorld;
}

/** Starts a scene before the tests of a suite, and gives each test a partner with an endpoint that works. */
export const withOutbox = (started: (scene: OutboxScene) => void, given: (partner: TestPartner) => void): void => {
  let scene: OutboxScene | undefined;
  beforeAll(async () => {
    const table = await startTestTable();
    const world = outboxWorld(table);
    const service = await startService(table, { clock: world.clock.now, vault: world.deps.vault });
    scene = { table, service, world };
    started(scene);
  });
  beforeEach(async () => {
    if (scene === undefined) return;
    const { service, world } = scene;
    const partner = await service.newPartner();
    await world.newPartner({ partnerId: partner.partnerId });
    world.receiver.answer = () => answered(200);
    given(partner);
  });
  afterAll(() => scene?.table.stop());
};
