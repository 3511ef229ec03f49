import type { Scene } from '../../scenes/scene.ts';
import { instanceId } from '../../scenes/records.ts';

export const revealPlatformToken: Scene = {
  route: 'reveal-partner-instance-platform-token',
  scope: 'platform_token.reveal',
  example: {
    request: { instance_id: instanceId },
    responses: {
      200: { instance_id: instanceId, platform_access_token: 'the-token-of-the-line', expires_at: null },
    },
  },
};
