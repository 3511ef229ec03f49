import { pageOf, template, wabaId } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const listTemplates: Scene = {
  route: 'list-partner-platform-templates',
  scope: 'templates.read',
  example: {
    request: { platform_waba_id: wabaId, status: 'APPROVED', page: 1, page_size: 50 },
    responses: { 200: pageOf(template) },
  },
  cases: [
    {
      about: 'page 1 of 6,000',
      status: 200,
      given: async (ground) => ({ waba_id: (await ground.account('large')).id }),
    },
    {
      about: 'page 30 of 30, 200 each',
      status: 200,
      isLarge: true,
      given: async (ground) => ({ waba_id: (await ground.account('large')).id, page: 30, page_size: 200 }),
    },
    {
      about: '6,000, those of a status',
      status: 200,
      isLarge: true,
      given: async (ground) => ({ waba_id: (await ground.account('large')).id, status: 'REJECTED' }),
    },
    {
      about: '6,000, those of a language',
      status: 200,
      isLarge: true,
      given: async (ground) => ({ waba_id: (await ground.account('large')).id, language: 'pt_BR' }),
    },
  ],
};
