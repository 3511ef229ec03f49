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
    reason: 'Callers read a property of the record before they write anything, which throws an error as well.',
  },
  {
    file: 'lambdas/connect/session-commit.ts',
    within: 'requireSession',
    mutator: 'guard removed',
    before: 'record === null',
    reason: 'Callers read a property of the record before they write anything, which throws an error as well.',
  },
  {
    file: 'lambdas/connect/session-commit.ts',
    within: 'requireInstance',
    mutator: 'guard removed',
    before: 'record === null',
    reason: 'Callers read a property of the record before they write anything, which throws an error as well.',
  },
  {
    file: 'lambdas/connect/access.ts',
    within: 'accessOf',
    mutator: 'guard removed',
    before: 'wabaId === null || phoneNumberId === null',
    reason: 'It is called only after the commit of `identify`, which sets both. The guard narrows the types.',
  },
  {
    file: 'lambdas/connect/steps/finish.ts',
    within: 'finish',
    mutator: 'guard removed',
    before: 'url === null',
    reason: '`sameEndpoint` throws the same error in the commit, because no endpoint has the URL null.',
  },
  {
    file: 'lambdas/connect/find-number.ts',
    within: 'isNewSince',
    mutator: 'boundary',
    before: '>=',
    reason: 'The ten seconds are an estimate of how far two clocks differ. One millisecond of them decides nothing.',
  },
  {
    file: 'lambdas/store/partners/partners.ts',
    within: 'newPartnerClauses',
    mutator: 'condition term',
    before: 'attribute_not_exists(pk)',
    reason: 'The commit creates the partner too, under the same condition, and no other commit lists one.',
  },
  {
    file: 'lambdas/store/webhooks/endpoint-outbox.ts',
    within: 'changeFor',
    mutator: 'always false',
    before: 'record.endpointRevision > endpoint.revision',
    reason: 'The clause on the endpoint refuses the change: an endpoint is never older than its outbox says.',
  },
  {
    file: 'lambdas/store/webhooks/refusal.ts',
    within: 'refusalClause',
    mutator: 'condition term',
    before: 'health.#state = :disabled',
    reason: 'The other term requires `at`, which the health of disabled endpoints alone has.',
  },
  {
    file: 'lambdas/events/journal/event-records.ts',
    within: 'eventRecord',
    mutator: 'guard removed',
    before: 'after === undefined',
    reason: 'Taking the undefined image apart throws as well, and every error sends the record to the failed queue.',
  },
  {
    file: 'lambdas/events/migration/move-callback.ts',
    within: 'moveCallback',
    mutator: 'guard removed',
    before: '!(error instanceof PlatformError)',
    reason: '`failed` calls `instanceErrorOf` before its first write, which throws every other error.',
  },
  {
    file: 'lambdas/events/outbox/run-resend.ts',
    within: 'runResend',
    mutator: 'guard removed',
    before: 'error instanceof WorkLost',
    reason: 'The write of `giveBack` requires the lost lease too, and the error is thrown after it in any case.',
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
