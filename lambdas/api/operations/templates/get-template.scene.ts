import { template, wabaId } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const getTemplate: Scene = {
  route: 'get-partner-platform-template',
  scope: 'templates.read',
  example: {
    request: { platform_waba_id: wabaId, template_name: 'order_confirmation', language: 'en_US' },
    responses: { 200: { template } },
  },
  cases: [
    {
      about: 'by name and language',
      status: 200,
      given: async (ground) => {
        const {
          id,
          template: { name, language },
        } = await ground.account('large');
        return { waba_id: id, template_name: name, language };
      },
    },
  ],
};
