import { Failure } from '../../operator/failure.ts';
import { complain, complainOf } from '../../packages/terminal/src/output.ts';

/** Prints the error, with what to do next where it is known. */
export const complainOfFailure = (error: unknown): void => {
  if (error instanceof Failure) {
    complain(`error: ${error.message}\n${error.next === undefined ? '' : `  next: ${error.next}\n`}`);
  } else complainOf(error);
};
