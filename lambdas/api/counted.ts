import { ServiceError } from '../kernel/errors.ts';
import type { CallCounter, CountedCall } from './call-counter.ts';
import type { Answer } from './operation.ts';

export const isLimited = (error: unknown): boolean => error instanceof ServiceError && error.status === 429;

/** Beyond the limit, or by a caller who has just ceased to be one. */
export const isUncounted = (error: unknown): boolean =>
  isLimited(error) || (error instanceof ServiceError && error.status === 401);

const isNew = ({ status, isReplay }: Answer): boolean => status === 201 && isReplay !== true;

/**
 * Carries out a call that was admitted, and counts it for usage, unless it is refused with 401 or 429 or is a new report, which is
 * its call's fact.
 */
export const counted = async (
  counter: CallCounter,
  call: CountedCall,
  isReport: boolean,
  carryOut: () => Promise<Answer>,
): Promise<Answer> => {
  try {
    const answer = await carryOut();
    if (!isReport || !isNew(answer)) counter.count(call);
    return answer;
  } catch (error) {
    if (!isUncounted(error)) counter.count(call);
    throw error;
  } finally {
    await counter.written();
  }
};
