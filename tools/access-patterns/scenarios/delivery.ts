import type { Ask, Scenario } from '../scenario.ts';
import type { PlantedScene } from '../scene.ts';

const report =
  (status: string, given: Readonly<Record<string, unknown>> = {}) =>
  (scene: PlantedScene): Promise<Ask> =>
    Promise.resolve({
      method: 'POST',
      given: {
        phone_number_id: scene.reporting,
        message_id: `wamid.${scene.fresh()}`,
        status,
        occurred_at: scene.clock.now() / 1000,
        ...given,
      },
    });

const reports =
  (count: number) =>
  async (scene: PlantedScene): Promise<Ask> => {
    const asked = await Promise.all(Array.from({ length: count }, () => report('sent')(scene)));
    return { method: 'POST', given: { reports: asked.map(({ given }) => given) } };
  };

const query =
  (given: Readonly<Record<string, unknown>>) =>
  (scene: PlantedScene): Promise<Ask> =>
    Promise.resolve({ method: 'GET', given, bearer: scene.large.apiKey });

/** The days for which the scene has reports. */
const days = (scene: PlantedScene): Readonly<Record<string, unknown>> => ({
  date_from: new Date(scene.reportedFrom).toISOString(),
  date_to: new Date(scene.reportedTo).toISOString(),
});

const search = (about: string, given: Readonly<Record<string, unknown>>): Scenario<PlantedScene> => ({
  route: 'search-partner-delivery-events',
  about,
  answers: 200,
  prepare: (scene) => query({ page_size: 200, ...days(scene), ...given })(scene),
});

export const deliveryScenarios: readonly Scenario<PlantedScene>[] = [
  {
    route: 'report-partner-message-status',
    about: 'a message of an instance that reported before',
    answers: 201,
    prepare: report('sent'),
    after: report('sent'),
  },
  {
    route: 'report-partner-message-delivery-failure',
    about: 'a message of an instance that reported before',
    answers: 201,
    prepare: report('failed', { error_code: 131026, error_title: 'Message undeliverable' }),
    after: report('failed', { error_code: 131026 }),
  },
  {
    route: 'report-partner-message-statuses',
    about: '500 messages of an instance that reported before',
    answers: 200,
    prepare: reports(500),
    after: reports(1),
  },
  {
    route: 'report-partner-message-statuses',
    about: 'the same, with a key',
    answers: 200,
    prepare: async (scene) => ({ ...(await reports(500)(scene)), key: scene.fresh() }),
    after: reports(1),
  },
  search('30 days, page 1', { page: 1 }),
  search('30 days, page 50', { page: 50 }),
  search('30 days, page 120', { page: 120 }),
  search('30 days, of a status, page 1', { page: 1, status: 'failed' }),
  search('30 days, of an error code, page 1', { page: 1, error_code: 131026 }),
  {
    route: 'search-partner-delivery-events',
    about: 'of a message, among 24 h',
    answers: 200,
    prepare: query({ message_id: 'wamid.none' }),
  },
  { route: 'get-partner-delivery-health', about: '24 h', answers: 200, prepare: query({ window_hours: 24 }) },
  { route: 'get-partner-delivery-health', about: '2,160 h', answers: 200, prepare: query({ window_hours: 2_160 }) },
];
