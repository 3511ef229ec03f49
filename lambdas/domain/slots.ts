import { recordShard } from './size.ts';

/** How many lines of a partner may hold a slot, and how many do. A null limit is none. */
export interface Slots {
  readonly limit: number | null;
  readonly taken: number;
}

/** Whether there is no use in trying; only the commit knows for certain that there is. */
export const isFull = ({ limit, taken }: Slots): boolean => limit !== null && taken >= limit;

/** Lines that are spread take their slots out of so many shares, each of which was granted some. */
export const slotShares = 128;

/** The share that a line looks at first; null for a line that is not spread. */
export const slotShareOf = (instanceId: string): number | null =>
  recordShard(instanceId) === null ? null : parseInt(instanceId.slice(-4), 16) % slotShares;

const grantedAtOnce = 16;
/** Nearer to the limit than this, slots are granted one by one, so that few lie unused in shares. */
const near = grantedAtOnce * grantedAtOnce;

/** How many slots a share that has none left is granted; `taken` are also those that other shares were granted. */
export const grantOf = ({ limit, taken }: Slots): number => {
  if (limit === null || limit - taken >= near) return grantedAtOnce;
  return limit > taken ? 1 : 0;
};
