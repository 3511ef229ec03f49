import type { Mutant, Mutator } from './mutants.ts';

/** A mutant that breaks no rule. */
interface Equivalent {
  readonly file: string;
  readonly within: string;
  readonly mutator: Mutator;
  readonly before: string;
  readonly reason: string;
}

export const equivalents: readonly Equivalent[] = [
  {
    file: 'lambdas/store/table/receipts.ts',
    within: 'takeLease',
    mutator: 'always true',
    before: 'receipt.lease_until <= claim.now',
    reason: 'The condition of the next lease compares the same time, and its failure is the same refusal.',
  },
  {
    file: 'lambdas/store/table/receipts.ts',
    within: 'takeLease',
    mutator: 'always false',
    before: 'receipt.fence < fence',
    reason:
      'The number of a lease falls only when the receipt has expired meanwhile. The next attempt then has the right number.',
  },
  {
    file: 'lambdas/store/instances/instance-watches.ts',
    within: 'refreshSoon',
    mutator: 'condition term',
    before: 'attribute_exists(due_at)',
    reason: 'A watch has a lease only while it has a due time, so the other term requires one.',
  },
  {
    file: 'lambdas/lines/deactivate-instance.ts',
    within: 'requireRecord',
    mutator: 'guard removed',
    before: 'record === null',
    reason: 'The next use of the record is an error of the service as well: its callers read a property of it at once.',
  },
  {
    file: 'lambdas/events/migration/run-migration.ts',
    within: 'makeSuccessorDue',
    mutator: 'boundary',
    before: '<=',
    reason: 'A migration that is due now becomes due now once more, by one more write.',
  },
  {
    file: 'lambdas/events/migration/run-migration.ts',
    within: 'makeSuccessorDue',
    mutator: 'always false',
    before: 'record.dueAt <= now',
    reason: 'A migration that is due already becomes due now, by one more write. No worker has it.',
  },
];

export const isEquivalent = (mutant: Mutant, { file, within, mutator, before }: Equivalent): boolean =>
  mutant.file === file && mutant.within === within && mutant.mutator === mutator && mutant.before === before;
