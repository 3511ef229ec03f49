import type { Scene } from '../../scenes/scene.ts';
import { instanceId, succeededSync, templateSync } from '../../scenes/records.ts';

export const refreshTemplates: Scene = {
  route: 'refresh-partner-platform-templates',
  scope: 'templates.write',
  example: {
    request: { instance_id: instanceId, force: false },
    responses: { 200: { sync: succeededSync }, 202: { sync: templateSync } },
  },
};
