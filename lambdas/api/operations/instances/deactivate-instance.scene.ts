import { optionalEventTypes } from '../../../domain/event.ts';
import { subscribe } from '../../scenes/preparation.ts';
import { instance, instanceId } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

const inactive = {
  ...instance,
  status: 'inactive',
  occupies_slot: false,
  slot_state: 'released',
  callback: { ...instance.callback, state: 'removed' },
};

export const deactivateInstance: Scene = {
  route: 'deactivate-partner-instance',
  scope: 'instances.write',
  example: {
    request: { instance_id: instanceId, deregister: true, reason: 'Number given up' },
    responses: {
      200: {
        instance: inactive,
        lifecycle: { status: 'completed', callback_state: 'removed', slot_state: 'released' },
      },
    },
  },
  cases: [
    { about: 'a connected instance', status: 200, given: async (ground) => ({ instance_id: await ground.line() }) },
    {
      about: 'one that never connected',
      status: 200,
      given: async (ground) => ({ instance_id: await ground.newLine() }),
    },
    {
      about: 'an inactive one',
      status: 200,
      given: async (ground) => {
        const instance_id = await ground.newLine();
        await ground.call('deactivate-partner-instance', { instance_id });
        return { instance_id };
      },
    },
    {
      about: 'a connected instance, with its event',
      status: 200,
      isLast: true,
      given: async (ground) => {
        await subscribe(ground, optionalEventTypes);
        return { instance_id: await ground.line() };
      },
    },
  ],
};
