import { defaultPreferences } from '../../../domain/notification-preferences.ts';
import type { Scene } from '../../scenes/scene.ts';

export const getPreferences: Scene = {
  route: 'get-partner-notification-preferences',
  scope: 'member',
  example: { request: {}, responses: { 200: { preferences: defaultPreferences } } },
  cases: [{ about: 'a member’s own', status: 200, as: 'owner', given: () => ({}) }],
};
