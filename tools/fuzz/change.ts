import type { KnownNames } from '../harness/populated-partner.ts';
import type { Dice } from './dice.ts';
import type { Draft } from './draft.ts';

export interface Surroundings {
  /** What the other partner has. */
  readonly foreign: KnownNames;
  /** Bearer credentials of the caller's own partner, from the mightiest to the least. */
  readonly bearers: readonly string[];
}

/** Does something to a request that its writer would not have done. */
export type Change = (draft: Draft, surroundings: Surroundings, dice: Dice) => Draft;
