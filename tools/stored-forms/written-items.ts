import { itemOf } from '../../lambdas/store/table/attributes.ts';
import type { Item } from '../../lambdas/store/table/table.ts';
import { players } from '../world/actors/actors.ts';
import { readyProcess } from '../world/playing.ts';
import { playAlone } from '../world/sweep.ts';
import { MemoryTable } from '../world/table/memory-table.ts';
import { kindOf } from './item-kinds.ts';
import { writeRareItems } from './rare-items.ts';

/** The items that a table ever had. */
const itemsEver = ({ changes }: MemoryTable): readonly Item[] =>
  changes.map(({ newImage }) => itemOf(newImage)).filter((item) => item !== undefined);

/** Every item that a command or a worker writes: those of all actors of the world, each alone. */
async function* writtenItems(): AsyncGenerator<readonly Item[]> {
  await readyProcess();
  for (const player of players) yield itemsEver((await playAlone(player, 1)).world.table);
  const retryPolicy = { sleep: () => Promise.resolve(), random: () => 0.5 };
  const table = new MemoryTable({ name: 'rare', now: () => 0, retryPolicy });
  await writeRareItems(table);
  yield itemsEver(table);
}

/** The distinct items by kind. @throws Error when an item has no kind */
export const itemsByKind = async (): Promise<ReadonlyMap<string, readonly Item[]>> => {
  const kinds = new Map<string, Map<string, Item>>();
  for await (const items of writtenItems()) {
    for (const item of items) {
      const kind = kindOf(item);
      const known = kinds.get(kind) ?? new Map<string, Item>();
      kinds.set(kind, known.set(JSON.stringify(item), item));
    }
  }
  return new Map(Array.from(kinds, ([kind, items]) => [kind, Array.from(items.values())]));
};
