import { ServiceError } from '../kernel/errors.ts';
import type { CallCounter, CountedCall } from './call-counter.ts';
import type { Answer } from './operation.ts';

const isLimited = (error: unknown): boolean => error instanceof ServiceError && error.status === 429;

/** The call is counted while it is carried out, so that it takes no longer. */
const countedMeanwhile = async (
  counter: CallCounter,
  call: CountedCall,
  carryOut: () => Promise<Answer>,
): Promise<Answer> => {
  const counting = counter.begun(call);
  try {
    return await carryOut();
  } catch (error) {
    if (isLimited(error)) await counter.limited(call);
    throw error;
  } finally {
    await counting;
  }
};

/** A new report counts its call. Other calls are counted when that is known. */
const countedByReport = async (
  counter: CallCounter,
  call: CountedCall,
  carryOut: () => Promise<Answer>,
): Promise<Answer> => {
  let answer: Answer;
  try {
    answer = await carryOut();
  } catch (error) {
    if (!isLimited(error)) await counter.begun(call);
    throw error;
  }
  if (answer.status !== 201 || answer.isReplay === true) await counter.begun(call);
  return answer;
};

/** Carries out a call that was admitted, and counts it for usage unless it is refused with 429. */
export const counted = (
  counter: CallCounter,
  call: CountedCall,
  isReport: boolean,
  carryOut: () => Promise<Answer>,
): Promise<Answer> => (isReport ? countedByReport : countedMeanwhile)(counter, call, carryOut);
