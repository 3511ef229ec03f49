import { InvokeCommand, LambdaClient, LambdaServiceException, type LambdaClientConfig } from '@aws-sdk/client-lambda';
import { Failure } from './failure.ts';
import { readAnswer } from './function-answer.ts';
import type { Stage } from './stage.ts';

/** Of the field `operator`. */
const maxNameLength = 200;

export interface OperatorFunction {
  readonly client: LambdaClientConfig;
  readonly functionName: string;
  /** Who asks, for the audit trail. */
  readonly operator: string;
  /** What to do when the function can't be invoked. */
  readonly whenUnreachable: string;
  readonly whenBroken: string;
}

/** Whether the call certainly never got to the function. */
const neverArrived = (error: unknown): boolean =>
  error instanceof LambdaServiceException ||
  (error instanceof Error && 'code' in error && (error.code === 'ECONNREFUSED' || error.code === 'ENOTFOUND'));

const unanswered = (error: unknown, whenUnreachable: string): Failure => {
  const reason = error instanceof Error && error.message !== '' ? error.message : String(error);
  return neverArrived(error)
    ? new Failure('unreachable', 'unreachable', `the operator function can't be reached: ${reason}`, {
        next: whenUnreachable,
        cause: error,
      })
    : new Failure('unreachable', 'no_answer', `no answer came from the operator function: ${reason}`, {
        next: 'the command may have been carried out all the same: look before you repeat it',
        cause: error,
      });
};

export const openFunction = (it: OperatorFunction): Stage => {
  const client = new LambdaClient({
    ...it.client,
    // Not every command may be carried out twice: a second attempt is the person's to make.
    maxAttempts: 1,
    requestHandler: { connectionTimeout: 5000 },
  });
  const invoke = async (event: object): Promise<{ failed: boolean; text: string }> => {
    try {
      const answer = await client.send(
        new InvokeCommand({ FunctionName: it.functionName, Payload: Buffer.from(JSON.stringify(event)) }),
      );
      return { failed: answer.FunctionError !== undefined, text: Buffer.from(answer.Payload ?? []).toString('utf8') };
    } catch (error) {
      throw unanswered(error, it.whenUnreachable);
    }
  };
  return {
    run: async (command, input) => {
      const operator = it.operator.slice(0, maxNameLength);
      const { failed, text } = await invoke({ command, operator, input });
      if (failed) {
        throw new Failure(
          'unreachable',
          'function_failed',
          'the operator function failed; the command may be half done',
          {
            next: it.whenBroken,
          },
        );
      }
      return readAnswer(text);
    },
  };
};
