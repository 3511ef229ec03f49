import type { Mutant, Mutator } from './mutants.ts';

/** A mutant that breaks no rule. */
interface Equivalent {
  readonly file: string;
  readonly within: string;
  readonly mutator: Mutator;
  readonly before: string;
  readonly reason: string;
}

export const equivalents: readonly Equivalent[] = [];

export const isEquivalent = (mutant: Mutant, { file, within, mutator, before }: Equivalent): boolean =>
  mutant.file === file && mutant.within === within && mutant.mutator === mutator && mutant.before === before;
