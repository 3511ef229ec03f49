import { instanceId, succeededSync, templateSync } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const refreshTemplates: Scene = {
  route: 'refresh-partner-platform-templates',
  scope: 'templates.write',
  example: {
    request: { instance_id: instanceId, force: false },
    responses: { 200: { sync: succeededSync }, 202: { sync: templateSync } },
  },
  cases: [
    {
      about: 'begins a sync',
      status: 202,
      given: async (ground) => {
        const { id } = await ground.account('small');
        await ground.settle();
        return { waba_id: id, force: true };
      },
    },
  ],
};
