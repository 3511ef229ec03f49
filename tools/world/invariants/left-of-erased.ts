import { foundIn, tableTexts, textsWithin } from '../../harness/traces.ts';
import type { World } from '../world.ts';

/** The texts of the table are unpacked only when a customer was erased. */
export const leftOfErased = async ({
  world,
  customers,
}: {
  readonly world: World;
  readonly customers: readonly { readonly customer_id: string; readonly status: string }[];
}): Promise<readonly string[]> => {
  const erased = customers.filter(({ status }) => status === 'erased');
  const texts = erased.flatMap(({ customer_id: id }) => world.ledger.personal.get(id) ?? []);
  if (texts.length === 0) return [];
  const items = (await tableTexts(world.table)).filter((text) => !text.startsWith('AUDIT#'));
  const queues = Array.from(world.systems.queues).flatMap(([name, bodies]) => bodies.map((body) => `${name}\n${body}`));
  const places = [...items, ...queues, ...[...world.logLines, ...world.scene.logLines].map((text) => `log\n${text}`)];
  return places
    .map((place) => ({ place, found: foundIn(texts, textsWithin(place)) }))
    .filter(({ found }) => found.length > 0)
    .map(({ place, found }) => `${found.join(', ')} in ${place.split('\n')[0] ?? ''}`);
};
