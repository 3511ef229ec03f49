import { wabaId } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

const alike = { language: 'en_US', category: 'UTILITY' };

export const listTemplateNames: Scene = {
  route: 'list-partner-template-names',
  scope: 'templates.read',
  example: {
    request: { page_size: 200, cursor: '' },
    responses: {
      200: {
        names: [
          {
            name: 'order_confirmation',
            accounts: 25,
            troubled: 22,
            statuses: [
              { status: 'REJECTED', accounts: 22 },
              { status: 'APPROVED', accounts: 3 },
            ],
            variants: [
              {
                ...alike,
                status: 'REJECTED',
                rejected_reason: 'INVALID_FORMAT',
                accounts: 22,
                platform_waba_ids: [wabaId],
              },
              { ...alike, status: 'APPROVED', rejected_reason: null, accounts: 3, platform_waba_ids: [wabaId] },
            ],
          },
        ],
        accounts: 25,
        page_size: 200,
        next_cursor: null,
      },
    },
  },
  cases: [
    {
      about: 'the first names, with an account of 6,000 templates',
      status: 200,
      given: async (ground) => {
        await ground.account('large');
        return {};
      },
    },
    {
      about: 'one name in all accounts',
      status: 200,
      given: async (ground) => ({ template_name: (await ground.account('large')).template.name }),
    },
  ],
};
