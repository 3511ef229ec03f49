import type { Scene } from '../../scenes/scene.ts';
import { instance, instanceId } from '../../scenes/records.ts';

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
};
