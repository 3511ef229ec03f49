import { defaultPreferences } from '../../../domain/notification-preferences.ts';
import type { Scene } from '../../scenes/scene.ts';

export const updatePreferences: Scene = {
  route: 'update-partner-notification-preferences',
  scope: 'member',
  example: {
    request: { notify_academy: false },
    responses: { 200: { preferences: { ...defaultPreferences, notify_academy: false } } },
  },
  cases: [
    {
      about: 'changes one',
      status: 200,
      as: 'owner',
      given: async (ground) => {
        await ground.call('update-partner-notification-preferences', { notify_templates: true }, 'owner');
        return { notify_templates: false };
      },
    },
  ],
};
