import { z } from 'zod';
import type { Scenario } from '../scenario.ts';
import type { Scene } from '../scene.ts';

const rows = (scene: Scene, count: number): readonly object[] =>
  Array.from({ length: count }, () => ({
    external_customer_id: scene.fresh(),
    customer_name: 'Café Müller & Söhne GmbH',
    customer_email: 'einkauf@mueller-soehne.example',
    customer_phone: '+49 30 901820 44',
    metadata: { plan: 'gold', region: 'berlin' },
  }));

const answer = z.object({ import: z.object({ id: z.string() }) });

/** Begins an import. @returns its id */
const begun = async (scene: Scene, customers: readonly unknown[]): Promise<string> => {
  const body = { route: 'import-partner-customers', customers };
  const reply = await scene.call('POST', { body, bearer: scene.other.apiKey });
  return answer.parse(reply.body).import.id;
};

export const importScenarios: readonly Scenario[] = [
  {
    route: 'import-partner-customers',
    about: '1,000 rows; not the first import',
    answers: 202,
    prepare: async (scene) => {
      await begun(scene, rows(scene, 1));
      return {
        method: 'POST',
        given: { customers: rows(scene, 1_000) },
        key: scene.fresh(),
        bearer: scene.other.apiKey,
      };
    },
  },
  {
    route: 'get-partner-customer-import',
    about: 'one failed row',
    answers: 200,
    prepare: async (scene) => {
      const id = await begun(scene, [...rows(scene, 1), {}]);
      return { method: 'GET', given: { import_id: id }, bearer: scene.other.apiKey };
    },
  },
];
