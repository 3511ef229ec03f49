import { z } from 'zod';
import { Failure } from '../failure.ts';
import type { Stage } from '../stage.ts';

/** Why there is no entry; null when there is one. */
export const unentered = z.string().nullable();

/**
 * Enters the change in the audit trail. When the operator's function fails, it goes on: what is to be fixed may be the reason.
 * @returns why there is no entry; null when there is one
 */
export const enter = async (
  stage: Stage,
  fix: string,
  subject: Readonly<Record<string, unknown>>,
): Promise<string | null> => {
  try {
    await stage.run(fix, subject);
    return null;
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'unreachable') throw error;
    return error.message;
  }
};

/** What to say of the entry. */
export const entryText = (unentered: string | null): string =>
  unentered === null
    ? 'The audit trail has an entry.'
    : `The audit trail has no entry (${unentered}); CloudTrail has the call.`;
