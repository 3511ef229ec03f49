import type { JsonObject } from './json-object.ts';

/** An item after a write; undefined when the write deleted it. */
interface Late {
  readonly key: JsonObject;
  readonly item: JsonObject | undefined;
}

/** Writes that the replica does not show yet. */
export interface LateWrites {
  /** @param now milliseconds since the epoch */
  add(late: Late, now: number): void;
  /** Whether more is held back than there is room for. */
  readonly overflows: boolean;
  /** Takes the writes that are old enough, with the last state of each item alone. */
  take(now: number): readonly Late[];
  takeAll(): readonly Late[];
}

/** The most that is held back. Beyond it, the oldest writes are shown early. */
const mostWrites = 100_000;
const mostCharacters = 64 * 1024 * 1024;

/** @param milliseconds how long a write is held back */
export const createLateWrites = (milliseconds: number): LateWrites => {
  const held: { readonly late: Late; readonly at: number; readonly size: number }[] = [];
  let characters = 0;

  const shown = (count: number): readonly Late[] => {
    const last = new Map<string, Late>();
    for (const { late, size } of held.splice(0, count)) {
      characters -= size;
      last.set(JSON.stringify(late.key), late);
    }
    return [...last.values()];
  };

  return {
    get overflows() {
      return held.length > mostWrites || characters > mostCharacters;
    },
    add: (late, now) => {
      const size = JSON.stringify(late).length;
      characters += size;
      held.push({ late, at: now, size });
    },
    take: (now) => {
      let count = held.findIndex(({ at }) => at + milliseconds > now);
      if (count === -1) count = held.length;
      let left = characters - held.slice(0, count).reduce((sum, { size }) => sum + size, 0);
      while (held.length - count > mostWrites || left > mostCharacters) {
        left -= held[count]?.size ?? 0;
        count += 1;
      }
      return shown(count);
    },
    takeAll: () => shown(held.length),
  };
};
