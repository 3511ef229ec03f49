import type { Scene } from '../../scenes/scene.ts';
import { notificationPreferences } from '../../scenes/records.ts';

export const updatePreferences: Scene = {
  route: 'update-partner-notification-preferences',
  scope: 'member',
  example: {
    request: { notify_academy: false },
    responses: { 200: { preferences: { ...notificationPreferences, notify_academy: false } } },
  },
};
