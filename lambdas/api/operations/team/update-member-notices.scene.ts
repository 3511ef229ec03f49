import type { Scene } from '../../scenes/scene.ts';

const quiet = { start: '22:00', end: '07:00', time_zone: 'America/Sao_Paulo' };

export const updateMemberNotices: Scene = {
  route: 'update-partner-member-notices',
  scope: 'member',
  example: {
    request: { email: 'critical', quiet },
    responses: { 200: { notices: { email: 'critical', quiet } } },
  },
  cases: [
    {
      about: 'changes the quiet hours',
      status: 200,
      as: 'owner',
      given: async (ground) => {
        await ground.call('update-partner-member-notices', { email: 'critical' }, 'owner');
        return { quiet };
      },
    },
  ],
};
