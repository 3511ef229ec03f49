import { instanceId } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const revealPlatformToken: Scene = {
  route: 'reveal-partner-instance-platform-token',
  scope: 'platform_token.reveal',
  example: {
    request: { instance_id: instanceId },
    responses: {
      200: { instance_id: instanceId, platform_access_token: 'the-token-of-the-line', expires_at: null },
    },
  },
  cases: [
    // Each reveal adds an audit entry.
    {
      about: 'a connected instance',
      status: 200,
      isKeyless: true,
      isOnce: true,
      given: async (ground) => ({ instance_id: await ground.line() }),
    },
  ],
};
