import type { Scene } from '../../scenes/scene.ts';
import { succeededSync, syncId } from '../../scenes/records.ts';

export const getTemplateSync: Scene = {
  route: 'get-partner-platform-template-sync',
  scope: 'templates.read',
  example: { request: { sync_id: syncId }, responses: { 200: { sync: succeededSync } } },
};
