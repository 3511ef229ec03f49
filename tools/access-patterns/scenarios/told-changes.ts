import { optionalEventTypes } from '../../../lambdas/domain/event.ts';
import type { Scenario } from '../scenario.ts';
import type { Scene } from '../scene.ts';
import { connectedInstance } from './instances.ts';

const subscribe = async (scene: Scene, event_types: readonly string[]): Promise<void> => {
  await scene.command('PATCH', 'update-partner-webhook-event-types', { event_types });
};

/** The last of all scenarios: from here on the partner is told of every change. */
export const toldScenarios: readonly Scenario[] = [
  {
    route: 'get-partner-webhook-event-types',
    about: 'a partner with a subscription',
    answers: 200,
    prepare: async (scene) => {
      await subscribe(scene, optionalEventTypes);
      return { method: 'GET', given: {} };
    },
  },
  {
    route: 'update-partner-webhook-event-types',
    about: 'a changed subscription',
    answers: 200,
    prepare: async (scene) => {
      await subscribe(scene, []);
      return { method: 'PATCH', given: { event_types: optionalEventTypes }, key: scene.fresh() };
    },
  },
  {
    route: 'create-connect-session',
    about: 'the first, for a partner that is told of its end',
    answers: 201,
    prepare: async (scene) => {
      await subscribe(scene, optionalEventTypes);
      const customer_id = await scene.customer(scene.fresh());
      const instance_id = await scene.instance(customer_id, scene.fresh());
      return { method: 'POST', given: { instance_id }, key: scene.fresh() };
    },
  },
  {
    route: 'deactivate-partner-instance',
    about: 'a connected instance, with its event',
    answers: 200,
    prepare: async (scene) => {
      await subscribe(scene, optionalEventTypes);
      return { method: 'POST', given: { instance_id: await connectedInstance(scene) }, key: scene.fresh() };
    },
  },
];
