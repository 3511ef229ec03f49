import { takeIn } from '../../../lambdas/callbacks/take-in.ts';
import { ServiceError } from '../../../lambdas/kernel/errors.ts';
import { runDeactivation, type DeactivationContext } from '../../../lambdas/lines/deactivate-instance.ts';
import { changesIn } from '../../../lambdas/runtime/callback-queue.ts';
import { refreshNow } from '../../../lambdas/store/instances/instance-watches.ts';
import { newId } from '../../../lambdas/runtime/clock.ts';
import type { Environment } from '../environment.ts';
import { workOn } from '../background.ts';
import type { Play } from '../play.ts';
import { queueOf } from '../queue-addresses.ts';
import type { Stage } from '../stage.ts';
import type { Told } from '../told.ts';
import { populatedWaba } from './calls.ts';
import { connectedInstance } from './customers-and-instances.ts';
import { bodyOf, knock } from './platform-callbacks.ts';
import { dueOf, play } from './workers.ts';
import { day } from '../../../lambdas/kernel/time.ts';

/** The platform calls back, and the callback is taken in. */
export const takenIn = async (stage: Stage, body: string): Promise<void> => {
  const sound = stage.sound();
  await knock(sound, body);
  for (const message of stage.surroundings.queues.get(queueOf('callback')) ?? []) {
    await takeIn(sound.intake, changesIn(message));
  }
};

const calledBack = async (stage: Stage, name: string): Promise<void> => takenIn(stage, await bodyOf(stage, name));

const control = ({ surroundings }: Stage, instructions: object): Promise<void> =>
  surroundings.scenery.control(instructions);

/** A loss that a callback reported, and that the platform confirms. */
const removed = async (stage: Stage): Promise<void> => {
  await calledBack(stage, 'app-uninstalled-unnamed');
  await control(stage, { token: { uninstalled: true } });
};

/** A loss that a callback reported, while the platform still lists the business account for the token. */
const hidden = async (stage: Stage): Promise<void> => {
  await calledBack(stage, 'app-uninstalled-unnamed');
  for (const id of stage.surroundings.simulator.wabas.keys()) await control(stage, { waba: { id, unshared: 200 } });
};

/** A lost token that the platform accepts again. */
const regained = async (stage: Stage): Promise<void> => {
  const { table, clock } = stage.surroundings;
  const { wabaId } = await populatedWaba(stage);
  await stage.scene.pass(wabaId);
  await control(stage, { token: { expire: true } });
  await refreshNow(table, stage.partner.partnerId, wabaId, clock.now());
  await workOn(stage.sound(), clock.now(), 'refresh', await dueOf(stage, 'refresh'));
  await control(stage, { token: { expire: false } });
  clock.pass(60_000);
  await refreshNow(table, stage.partner.partnerId, wabaId, clock.now());
};

const restrictionOver = async (stage: Stage): Promise<void> => {
  await calledBack(stage, 'account-restricted');
  stage.surroundings.clock.pass(7 * day);
};

const contextOf = (stage: Stage): DeactivationContext => ({
  partnerId: stage.partner.partnerId,
  cause: { origin: 'system', actor: { type: 'service', id: 'play' }, requestId: newId(stage.surroundings.clock.now()) },
  reason: null,
  deregister: true,
  idempotencyKey: null,
  isResumable: false,
});

const deactivated = async (it: Environment, context: DeactivationContext, instanceId: string): Promise<Told> => {
  try {
    const { kind } = await runDeactivation(it.lifecycle, context, instanceId);
    return { isFinal: kind === 'completed' || kind === 'already_inactive', text: '' };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'idempotency_in_progress') throw error;
    return { isFinal: false, text: '' };
  }
};

const deregistration: Play = {
  name: 'deactivate-partner-instance',
  about: 'with the deregistration of its number',
  prepare: async (stage) => {
    const instanceId = await connectedInstance(stage, await stage.newCustomer());
    const context = contextOf(stage);
    return { again: 'client', act: (it) => deactivated(it, context, instanceId) };
  },
};

export const refreshPlays: readonly Play[] = [
  play('instance-refresh', 'one instance', 'refresh', populatedWaba),
  play('instance-refresh', 'a reported loss that the platform confirms', 'refresh', removed),
  play('instance-refresh', 'a reported loss that needs a look at the token', 'refresh', hidden),
  play('instance-refresh', 'a lost token that is accepted again', 'refresh', regained),
  play('instance-refresh', 'the end of a restriction', 'refresh', restrictionOver),
  deregistration,
];
