import { recordShard } from './size.ts';

/** The limit of a partner's slots and the number of taken ones. A null limit means no limit. */
export interface Slots {
  readonly limit: number | null;
  readonly taken: number;
}

/** Whether all slots are taken, as far as is known. Only a commit can decide that a slot is free. */
export const isFull = ({ limit, taken }: Slots): boolean => limit !== null && taken >= limit;

/** The number of shares from which spread instances take their slots. Each share is granted some slots. */
export const slotShares = 128;

/** The share that an instance tries first; null for an instance that is not spread. */
export const slotShareOf = (instanceId: string): number | null =>
  recordShard(instanceId) === null ? null : parseInt(instanceId.slice(-4), 16) % slotShares;

const grantedAtOnce = 16;
/** Nearer to the limit than this, slots are granted one at a time, so that few are granted but unused. */
const near = grantedAtOnce * grantedAtOnce;

/** The number of slots to grant to a share without free ones. `taken` includes the slots granted to other shares. */
export const grantOf = ({ limit, taken }: Slots): number => {
  if (limit === null || limit - taken >= near) return grantedAtOnce;
  return limit > taken ? 1 : 0;
};
