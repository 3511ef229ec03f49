import type { DueHint } from '../../../lambdas/kernel/due.ts';
import { work, type QueueName, type WorkKind } from '../../../lambdas/kernel/work.ts';
import { sweep } from '../../../lambdas/relay/sweep.ts';
import { relayDue } from '../../../lambdas/relay/relay-due.ts';
import { day, minute } from '../../../lambdas/kernel/time.ts';
import { workKeyOf } from '../../../lambdas/store/table/keys.ts';
import { rawItems } from '../../harness/traces.ts';
import { giveToken } from '../../harness/expiring-token.ts';
import { storeEntriesInVersion1 } from '../../harness/earlier-entries.ts';
import { plantInstances } from '../../harness/plant-instances.ts';
import { dueNow, settle, workOn } from '../background.ts';
import { openEnvironment, type Environment } from '../environment.ts';
import { Outside } from '../outside.ts';
import type { Attempt, Play } from '../play.ts';
import { done } from '../told.ts';
import type { Stage } from '../stage.ts';
import { imported, movedEndpoint, populatedWaba } from './calls.ts';
import { connectedInstance } from './customers-and-instances.ts';
import { resending } from './undelivered.ts';

export const dueOf = async ({ surroundings }: Stage, kind: QueueName): Promise<readonly DueHint[]> =>
  (await dueNow(surroundings)).get(kind) ?? [];

const awaitedHints = async (
  stage: Stage,
  queue: QueueName,
  isWanted: (hint: DueHint) => boolean,
): Promise<readonly DueHint[]> => {
  const { clock } = stage.surroundings;
  for (let minutes = 0; minutes < 2 * 24 * 60; minutes += 5) {
    const hints = (await dueOf(stage, queue)).filter(isWanted);
    if (hints.length > 0) return hints;
    clock.pass(5 * minute);
  }
  throw new Error(`nothing becomes due for ${queue}`);
};

/** Waits for hints of one kind of work, whatever else of its queue becomes due. */
export const awaitedOf = (stage: Stage, kind: WorkKind): Promise<readonly DueHint[]> =>
  awaitedHints(stage, work[kind].queue, (hint) => workKeyOf(hint).kind === kind);

/** A play of a worker with all its due work. */
export const play = (
  name: string,
  about: string,
  kind: QueueName,
  ready: (stage: Stage) => Promise<unknown>,
): Play => ({
  name,
  about,
  prepare: async (stage): Promise<Attempt> => {
    await ready(stage);
    const hints = await awaitedHints(stage, kind, () => true);
    return {
      again: 'queue',
      act: async (it) => {
        await workOn(it, stage.surroundings.clock.now(), kind, hints);
        return done;
      },
    };
  },
});

const change = async (stage: Stage, customer_id: string, customer_name: string): Promise<void> => {
  await stage.prepared('update-partner-customer', { method: 'PATCH', given: { customer_id, customer_name } });
};

/** @returns the two customers */
export const threeEvents = async (stage: Stage): Promise<readonly string[]> => {
  const [one, two] = [await stage.newCustomer(), await stage.newCustomer()];
  await change(stage, one, 'First');
  await change(stage, one, 'Second');
  await change(stage, two, 'Third');
  return [one, two];
};

/** Events that are held for their endpoint, and an endpoint that has recovered. */
const heldEvents = async (stage: Stage): Promise<void> => {
  const { surroundings } = stage;
  const customers: string[] = [];
  while (customers.length < 6) customers.push(await stage.newCustomer());
  surroundings.endpointStatus.status = 503;
  for (let round = 0; round < 8; round += 1) {
    for (const customer of customers) await change(stage, customer, `Name ${round}`);
    const it = stage.sound();
    const hints = (await dueOf(stage, 'event')).slice(0, 10);
    await workOn(it, surroundings.clock.now(), 'event', hints).catch(() => undefined);
    surroundings.clock.pass(minute);
  }
  surroundings.endpointStatus.status = 200;
};

const expiringToken = async (stage: Stage): Promise<void> => {
  const { instanceId } = await populatedWaba(stage);
  await giveToken(stage.scene, instanceId, 10 * day);
};

/** A deactivation whose process crashed, with partly deactivated instances. */
const leftDeactivation = async (stage: Stage): Promise<void> => {
  const customer_id = await stage.newCustomer();
  for (let instance = 0; instance < 2; instance += 1) await connectedInstance(stage, customer_id);
  const outside = new Outside({ call: 15, kind: 'dies before' });
  const ask = { method: 'POST', given: { customer_id }, key: 'left-half-done' } as const;
  await stage.call(openEnvironment(stage.surroundings, outside), 'deactivate-partner-customer', ask);
  await outside.idle();
  if (!outside.isDead) throw new Error('the deactivation was over by then');
};

const longMerge = async (stage: Stage): Promise<void> => {
  const [source, target] = [await stage.newCustomer(), await stage.newCustomer()];
  await plantInstances(stage.surroundings.table, stage.partner.partnerId, source, 40);
  const given = { source_customer_id: source, target_customer_id: target };
  await stage.prepared('merge-partner-customers', { method: 'POST', given, key: 'a-long-merge' });
};

const erasure = async (stage: Stage): Promise<void> => {
  const customer_id = await stage.newCustomer();
  await connectedInstance(stage, customer_id);
  await change(stage, customer_id, 'Another');
  await settle(stage.surroundings);
  await stage.scene.service.operate('customers erase', { partner_id: stage.partner.partnerId, customer_id });
};

/** An erasure from its beginning to its end. */
const wholeErasure: Play = {
  name: 'lifecycle',
  about: 'an entire erasure',
  prepare: async (stage) => {
    await erasure(stage);
    const { clock } = stage.surroundings;
    const steps = 60;
    return {
      again: 'queue',
      act: async (it) => {
        for (let step = 0; step < steps; step += 1) {
          const hints = await dueOf(stage, 'lifecycle');
          if (hints.length > 0) await workOn(it, clock.now(), 'lifecycle', hints);
          clock.pass(5_000);
        }
        return done;
      },
    };
  },
};

/** Entries of two customers in version 1, and their histories afterwards. */
const entriesRewritten: Play = {
  name: 'lifecycle',
  about: 'history entries are rewritten',
  plantsEarlierItems: true,
  prepare: async (stage) => {
    const customers = await threeEvents(stage);
    await settle(stage.surroundings);
    await storeEntriesInVersion1(stage.surroundings.table);
    await stage.scene.service.operate('stored rewrite', { form: 'history-entry' });
    const attempt = await play('lifecycle', '', 'lifecycle', () => Promise.resolve()).prepare(stage);
    const afterwards = async (it: Environment): Promise<void> => {
      for (const customer_id of customers) {
        const { text } = await stage.call(it, 'get-partner-customer-history', {
          method: 'GET',
          given: { customer_id },
        });
        stage.surroundings.views.push(text);
      }
    };
    return { ...attempt, afterwards };
  },
};

/** The images of the items that became due, as in the stream's records. */
const imagesOf = async ({ surroundings }: Stage): Promise<readonly unknown[]> =>
  (await rawItems(surroundings.table))
    .filter((item) => item['due_shard'] !== undefined)
    .map((item) => {
      const image = Object.fromEntries(
        ['pk', 'sk', 'due_shard', 'due_at'].map((name) => [name, { S: String(item[name]) }]),
      );
      return { dynamodb: { NewImage: image } };
    });

const poison = {
  dynamodb: {
    NewImage: { pk: { S: 'P#1' }, sk: { S: 'H#1' }, due_shard: { S: 'event#0' }, due_at: { S: 'some day' } },
  },
};

const changeRelay: Play = {
  name: 'change-relay',
  about: 'events that became due, and an invalid record',
  prepare: async (stage) => {
    await threeEvents(stage);
    const records = [...(await imagesOf(stage)), poison];
    return {
      again: 'queue',
      act: async (it) => {
        await relayDue(it.relay, records);
        return done;
      },
    };
  },
};

const dueSweep: Play = {
  name: 'due-sweep',
  about: 'events that the stream missed',
  prepare: async (stage) => {
    await threeEvents(stage);
    // The stream may still deliver younger work, so the sweep leaves it.
    stage.surroundings.clock.pass(minute);
    return {
      again: 'queue',
      act: async (it) => {
        await sweep(it.connect.table, it.send, stage.surroundings.clock.now());
        return done;
      },
    };
  },
};

export const workerPlays: readonly Play[] = [
  play('webhook-delivery', 'three events of two customers', 'event', threeEvents),
  play('outbox-keeper', 'parked events of an endpoint that recovered', 'outbox', heldEvents),
  play('outbox-keeper', 'a resend of three events', 'outbox', resending),
  play('outbox-keeper', 'a test event', 'outbox', (stage) =>
    stage.prepared('send-partner-webhook-test-event', { method: 'POST', given: { type: 'service.ping' } }),
  ),
  play('customer-import', 'four rows, two of them about one customer', 'import', (stage) =>
    stage.prepared('import-partner-customers', { method: 'POST', given: imported }),
  ),
  play('webhook-migration', 'two instances', 'migration', movedEndpoint),
  play('lifecycle', 'an interrupted deactivation', 'lifecycle', leftDeactivation),
  play('lifecycle', 'a merge of 40 instances', 'lifecycle', longMerge),
  play('lifecycle', 'an erasure, its first step', 'lifecycle', erasure),
  wholeErasure,
  entriesRewritten,
  play('template-sync', 'three templates on two pages', 'sync', populatedWaba),
  play('instance-refresh', 'one instance whose token expires', 'refresh', expiringToken),
  changeRelay,
  dueSweep,
];
