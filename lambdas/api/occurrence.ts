import type { Occurrence } from '../store/customers/journal.ts';
import type { Deps } from './deps.ts';
import type { Call } from './operation.ts';

/** The parts of a history entry that a call determines. */
export const occurrenceOf = (
  { newId }: Pick<Deps, 'newId'>,
  { now, cause, claim }: Pick<Call<never>, 'now' | 'cause' | 'claim'>,
  at: string,
  reason: string | null,
): Omit<Occurrence, 'event' | 'change'> => ({
  entryId: newId(now),
  cause,
  at,
  reason,
  announce: null,
  idempotencyKey: claim?.key ?? null,
});
