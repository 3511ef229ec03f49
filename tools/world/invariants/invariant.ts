import type { View } from './view.ts';

/** A rule of the contract that holds when everything is settled. */
export interface Invariant {
  readonly rule: string;
  /** @returns what breaks it */
  readonly broken: (view: View) => readonly string[];
}
