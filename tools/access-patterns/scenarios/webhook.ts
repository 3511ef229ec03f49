import type { Ask, Scenario } from '../scenario.ts';
import type { Scene } from '../scene.ts';

const endpoint = (scene: Scene): Ask => ({
  method: 'POST',
  given: { webhook_url: `https://hooks.partner.example/${scene.fresh()}`, platform_verify_token: 'token' },
  key: scene.fresh(),
  bearer: scene.other.apiKey,
});

/** Sets an endpoint, which starts a migration. */
const updated = async (scene: Scene): Promise<void> => {
  const { given } = endpoint(scene);
  const { status, text } = await scene.call('POST', {
    body: { route: 'update-partner-webhook-endpoint', ...given },
    bearer: scene.other.apiKey,
  });
  if (status !== 202) throw new Error(text);
};

const query = async (scene: Scene): Promise<Ask> => {
  await updated(scene);
  return { method: 'GET', given: {}, bearer: scene.other.apiKey };
};

export const webhookScenarios: readonly Scenario[] = [
  {
    route: 'validate-partner-webhook-endpoint',
    about: 'a valid one',
    answers: 200,
    prepare: async (scene) => {
      await updated(scene);
      return endpoint(scene);
    },
  },
  {
    route: 'update-partner-webhook-endpoint',
    about: 'a valid one, no instances to move',
    answers: 202,
    prepare: async (scene) => {
      await updated(scene);
      return endpoint(scene);
    },
  },
  { route: 'get-partner-webhook-endpoint', about: 'an existing endpoint', answers: 200, prepare: query },
  { route: 'get-partner-webhook-migration', about: 'the latest', answers: 200, prepare: query },
  {
    route: 'retry-partner-webhook-migration',
    about: 'nothing failed',
    answers: 200,
    prepare: async (scene) => {
      await updated(scene);
      return { method: 'POST', given: {}, key: scene.fresh(), bearer: scene.other.apiKey };
    },
  },
];
