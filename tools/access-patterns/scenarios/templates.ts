import type { Ask, Scenario } from '../scenario.ts';
import { fewWaba, manyWaba } from '../plant-templates.ts';
import type { PlantedScene } from '../scene.ts';

const query = (given: Readonly<Record<string, unknown>>) => (): Promise<Ask> =>
  Promise.resolve({ method: 'GET', given: { waba_id: manyWaba, ...given } });

const list = (about: string, given: Readonly<Record<string, unknown>>): Scenario<PlantedScene> => ({
  route: 'list-partner-platform-templates',
  about,
  answers: 200,
  prepare: query(given),
});

export const templateScenarios: readonly Scenario<PlantedScene>[] = [
  list('page 1 of 6,000', {}),
  list('page 30 of 30, 200 each', { page: 30, page_size: 200 }),
  list('6,000, those of a status', { status: 'REJECTED' }),
  list('6,000, those of a language', { language: 'pt_BR' }),
  {
    route: 'list-partner-business-accounts',
    about: 'page 1, with an account of 6,000 templates',
    answers: 200,
    prepare: () => Promise.resolve({ method: 'GET', given: {} }),
  },
  {
    route: 'list-partner-business-accounts',
    about: 'those with troubled templates',
    answers: 200,
    prepare: () => Promise.resolve({ method: 'GET', given: { troubled: true, page_size: 1 } }),
  },
  {
    route: 'get-partner-platform-template',
    about: 'by name and language',
    answers: 200,
    prepare: async (scene: PlantedScene) => {
      const { name, language } = await scene.template();
      return { method: 'GET', given: { waba_id: manyWaba, template_name: name, language } };
    },
  },
  {
    route: 'refresh-partner-platform-templates',
    about: 'begins a sync',
    answers: 202,
    prepare: async (scene: PlantedScene) => {
      await scene.endPasses();
      return { method: 'POST', given: { waba_id: fewWaba, force: true }, key: scene.fresh() };
    },
  },
  { route: 'get-partner-platform-template-sync', about: 'the latest', answers: 200, prepare: query({}) },
];
