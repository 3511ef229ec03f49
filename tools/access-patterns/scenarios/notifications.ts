import type { Ask, Scenario } from '../scenario.ts';
import type { PlantedScene } from '../scene.ts';

const ask =
  (method: Ask['method'], given: Readonly<Record<string, unknown>> = {}) =>
  async ({ inbox }: PlantedScene): Promise<Ask> => {
    await inbox.tell([inbox.notification('system', 'Something happened')]);
    return { method, given, bearer: inbox.owner };
  };

/** Another value for each call, so that each one is a change. The first call is not sent; the default is true. */
let wantsNews = false;
const changed = (): boolean => {
  wantsNews = !wantsNews;
  return wantsNews;
};

export const notificationScenarios: readonly Scenario<PlantedScene>[] = [
  { route: 'list-partner-notifications', about: 'page 1', answers: 200, prepare: ask('GET') },
  {
    route: 'list-partner-notifications',
    about: 'unread only',
    answers: 200,
    prepare: ask('GET', { status: 'unread' }),
  },
  { route: 'get-partner-notification-preferences', about: 'a member’s own', answers: 200, prepare: ask('GET') },
  {
    route: 'update-partner-notification-preferences',
    about: 'changes one',
    answers: 200,
    prepare: async (scene) => ({ ...(await ask('PATCH', { notify_academy: changed() })(scene)), key: scene.fresh() }),
  },
  {
    route: 'mark-partner-notification-read',
    about: 'an unread one',
    answers: 200,
    prepare: async (scene) => {
      const { method, bearer } = await ask('POST')(scene);
      const given = { notification_id: await scene.inbox.newestId() };
      return { method, given, ...(bearer !== undefined && { bearer }), key: scene.fresh() };
    },
  },
  {
    route: 'mark-all-partner-notifications-read',
    about: 'any number',
    answers: 200,
    prepare: async (scene) => ({ ...(await ask('POST')(scene)), key: scene.fresh() }),
  },
];
