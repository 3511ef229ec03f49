import { Lru } from '../../kernel/lru.ts';
import type { Clock, Milliseconds } from '../../kernel/time.ts';

/** In how many lanes an environment counts a partner's records that are spread. */
export interface CountLanes {
  /** One of them, at random. */
  readonly pick: (partnerId: string) => number;
  /** A commit met another one in a lane. */
  readonly met: (partnerId: string) => void;
}

/** As many as records have that are not spread. */
export const fewestLanes = 8;
/** At 2,000 creations a second, each lane has eight commits a second. */
export const mostLanes = 256;

/** Lanes halve when no commits have met for so long. */
const calm: Milliseconds = 60_000;
/** Bounds the memory that partners can take. */
const mostPartners = 10_000;

interface Widened {
  readonly lanes: number;
  readonly since: Milliseconds;
}

/** Transactions that meet on an item cancel each other: the more of them meet, the more lanes there are. */
export const countLanes = (clock: Clock, random: () => number): CountLanes => {
  const widened = new Lru<Widened>(mostPartners);
  const lanesOf = (partnerId: string): number => {
    const known = widened.get(partnerId);
    if (known === undefined) return fewestLanes;
    const halvings = Math.floor((clock() - known.since) / calm);
    return Math.max(fewestLanes, known.lanes / 2 ** Math.max(0, halvings));
  };
  return {
    pick: (partnerId) => Math.floor(random() * lanesOf(partnerId)),
    met: (partnerId) => {
      const lanes = Math.min(mostLanes, lanesOf(partnerId) * 2);
      widened.set(partnerId, { lanes, since: clock() });
    },
  };
};
