import type { KnownNames } from '../harness/populated-partner.ts';
import type { Dice } from './dice.ts';
import type { Draft } from './draft.ts';

export interface Surroundings {
  /** The names of the other partner's records. */
  readonly foreign: KnownNames;
  /** Bearer credentials of the caller's own partner, from the most to the least permissions. */
  readonly bearers: readonly string[];
}

/** Changes a request in a way that a well-behaved caller would not. */
export type Change = (draft: Draft, surroundings: Surroundings, dice: Dice) => Draft;
