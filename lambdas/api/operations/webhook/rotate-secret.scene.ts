import type { Scene } from '../../scenes/scene.ts';

export const rotateWebhookSecret: Scene = {
  route: 'rotate-partner-webhook-secret',
  scope: 'webhook.write',
  example: {
    request: {},
    responses: {
      200: {
        webhook_secret: 'whsec_9vT3mGDzY0m2mZ9nHk0bqVtY8oUe1xW4rQ7sL5pJcA8=',
        previous_valid_until: '2026-03-02T09:30:00.000Z',
      },
    },
  },
  cases: [
    // A caller without an answer does not know the new secret, and another rotation is refused for a day.
    {
      about: 'the first secret',
      status: 200,
      as: 'bare',
      isKeyless: true,
      isOnce: true,
      given: async (ground) => {
        await ground.withoutSecret();
        return {};
      },
    },
  ],
};
