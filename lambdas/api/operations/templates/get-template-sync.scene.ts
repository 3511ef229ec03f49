import { succeededSync, syncId } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const getTemplateSync: Scene = {
  route: 'get-partner-platform-template-sync',
  scope: 'templates.read',
  example: { request: { sync_id: syncId }, responses: { 200: { sync: succeededSync } } },
  cases: [
    { about: 'the latest', status: 200, given: async (ground) => ({ waba_id: (await ground.account('large')).id }) },
  ],
};
