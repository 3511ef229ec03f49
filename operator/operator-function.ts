import { z } from 'zod';
import { Failure } from './failure.ts';
import { readAnswer } from './function-answer.ts';
import { NotSent, signedPost, type PostAnswer, type SignedUrl } from './signed-post.ts';
import type { CommandRunner } from './stage.ts';

export interface OperatorFunction extends SignedUrl {
  /** What to do when the function can't be reached. */
  readonly whenUnreachable: string;
  /** What to do when IAM refuses the call. */
  readonly whenRefused: string;
  readonly whenBroken: string;
}

const lookFirst = 'the command may have been carried out: check before you repeat it';

const unanswered = (error: unknown, whenUnreachable: string): Failure => {
  const reason = error instanceof Error ? error.message : String(error);
  return error instanceof NotSent
    ? new Failure('unreachable', 'unreachable', `the operator function can't be reached: ${reason}`, {
        next: whenUnreachable,
        cause: error,
      })
    : new Failure('unreachable', 'no_answer', `no answer came from the operator function: ${reason}`, {
        next: lookFirst,
        cause: error,
      });
};

const said = z.union([z.object({ message: z.string() }), z.object({ Message: z.string() })]);

/** The error of Lambda's own front end, which may not be JSON. */
const reasonOf = ({ status, text }: PostAnswer): string => {
  try {
    const answer = said.parse(JSON.parse(text));
    return `${status}, ${'message' in answer ? answer.message : answer.Message}`;
  } catch {
    return String(status);
  }
};

/**
 * The failure for an answer that comes from Lambda and not from the function.
 * https://docs.aws.amazon.com/lambda/latest/dg/urls-monitoring.html#urls-cloudwatch
 */
const notAnswered = (answer: PostAnswer, it: OperatorFunction): Failure => {
  const reason = reasonOf(answer);
  switch (answer.status) {
    case 403:
      return new Failure('unreachable', 'unreachable', `IAM refuses the call of the operator function: ${reason}`, {
        next: it.whenRefused,
      });
    case 502:
    case 504:
      return new Failure(
        'unreachable',
        'function_failed',
        'the operator function failed; the command may be partly carried out',
        { next: it.whenBroken },
      );
    case 429:
      return new Failure('unreachable', 'unreachable', `the operator function is busy: ${reason}`, {
        next: 'try again in a moment',
      });
    default:
      return answer.status < 500
        ? new Failure('unreachable', 'unreachable', `the operator function can't be reached: ${reason}`, {
            next: it.whenUnreachable,
          })
        : new Failure('unreachable', 'no_answer', `no answer came from the operator function: ${reason}`, {
            next: lookFirst,
          });
  }
};

export const openFunction = (it: OperatorFunction): CommandRunner => ({
  run: async (command, input, signal) => {
    // Not every command may be carried out twice, so the person decides about a second attempt.
    const answer = await signedPost(it, { command, input }, signal).catch((error: unknown) => {
      throw unanswered(error, it.whenUnreachable);
    });
    if (answer.status !== 200) throw notAnswered(answer, it);
    return readAnswer(answer.text);
  },
});
