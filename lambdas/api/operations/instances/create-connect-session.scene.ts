import type { Scene } from '../../scenes/scene.ts';
import { instanceId, newSession } from '../../scenes/records.ts';

export const createConnectSession: Scene = {
  route: 'create-connect-session',
  scope: 'instances.write',
  example: {
    request: { instance_id: instanceId, mode: 'connect', ttl_hours: 24, return_url: 'https://partner.example/lines' },
    responses: { 201: { session: newSession } },
  },
};
