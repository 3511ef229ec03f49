import { fast } from '../../../lambdas/domain/webhook/pace.ts';
import { changeOutbox } from '../../../lambdas/store/webhooks/outbox.ts';
import type { Play } from '../play.ts';
import type { Stage } from '../stage.ts';
import { workOn } from '../background.ts';
import { done } from '../told.ts';
import { setHealth } from './undelivered.ts';
import { awaitedOf, play, threeEvents } from './workers.ts';
import { day } from '../../../lambdas/kernel/time.ts';

const disable = (stage: Stage): Promise<void> =>
  setHealth(stage, { state: 'disabled', at: stage.surroundings.clock.now(), reason: 'failing', since: null });

/** Events that were parked for a paused endpoint, which is disabled. */
const parkedOfDisabled = async (stage: Stage): Promise<void> => {
  const { clock } = stage.surroundings;
  await threeEvents(stage);
  const since = clock.now() - day;
  const paused = {
    state: 'paused',
    since,
    failures: 10,
    warned: true,
    probes: 1,
    probeAt: clock.now() + 60_000,
  } as const;
  await setHealth(stage, paused);
  await workOn(stage.sound(), clock.now(), 'event', await awaitedOf(stage, 'event'));
  await disable(stage);
};

const goneEndpoint: Play = {
  name: 'webhook-delivery',
  about: 'three events of an endpoint that answers 410',
  prepare: async (stage) => {
    await threeEvents(stage);
    const { table, endpointStatus, clock } = stage.surroundings;
    const hints = await awaitedOf(stage, 'event');
    return {
      again: 'queue',
      act: async (it) => {
        endpointStatus.status = 410;
        await workOn(it, clock.now(), 'event', hints);
        return done;
      },
      // An answer that was lost makes the endpoint slow.
      afterwards: async () => {
        endpointStatus.status = 200;
        await changeOutbox(table, table.retryPolicy, stage.partner.partnerId, (record) => ({
          record: { ...record, pace: fast },
          clauses: [],
        }));
      },
    };
  },
};

export const endingPlays: readonly Play[] = [
  play('webhook-delivery', 'three events of a disabled endpoint', 'event', async (stage) => {
    await threeEvents(stage);
    await disable(stage);
  }),
  goneEndpoint,
  play('outbox-keeper', 'parked events of a disabled endpoint', 'outbox', parkedOfDisabled),
];
