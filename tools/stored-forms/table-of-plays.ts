import { settle } from '../crash/background.ts';
import { openEnvironment } from '../crash/environment.ts';
import { Outside } from '../crash/outside.ts';
import { plays } from '../crash/plays.ts';
import type { Play } from '../crash/play.ts';
import { openStage, type Stage } from '../crash/stage.ts';
import { rawItems } from '../harness/traces.ts';
import { kindOf } from './item-kinds.ts';
import { writeRareItems } from './rare-items.ts';
import type { Item } from '../../lambdas/store/table/table.ts';

/** The items after the preparation of a play, after its act, and after the work that it began. */
const itemsOfPlay = async (stage: Stage, play: Play): Promise<readonly Item[]> => {
  const { surroundings } = stage;
  await stage.begin.restore();
  const attempt = await play.prepare(stage);
  surroundings.clock.pass(2_003);
  const before = await rawItems(surroundings.table);
  const outside = new Outside(null);
  await attempt.act(openEnvironment(surroundings, outside));
  await outside.idle();
  const after = await rawItems(surroundings.table);
  await settle(surroundings);
  await attempt.afterwards?.(stage.sound());
  return [...(play.plantsEarlierItems === true ? [] : before), ...after, ...(await rawItems(surroundings.table))];
};

/** Every item that a command or a worker writes: the items of all plays of `npm run crash`, without faults. */
async function* itemsOfPlays(): AsyncGenerator<readonly Item[]> {
  const stage = await openStage();
  try {
    for (const play of plays) yield await itemsOfPlay(stage, play);
    await stage.begin.restore();
    await writeRareItems(stage.surroundings.table);
    yield await rawItems(stage.surroundings.table);
  } finally {
    await stage.stop();
  }
}

/** The distinct items of all plays by kind. @throws Error when an item has no kind */
export const itemsByKind = async (): Promise<ReadonlyMap<string, readonly Item[]>> => {
  const kinds = new Map<string, Map<string, Item>>();
  for await (const items of itemsOfPlays()) {
    for (const item of items) {
      const kind = kindOf(item);
      const known = kinds.get(kind) ?? new Map<string, Item>();
      kinds.set(kind, known.set(JSON.stringify(item), item));
    }
  }
  return new Map(Array.from(kinds, ([kind, items]) => [kind, Array.from(items.values())]));
};
