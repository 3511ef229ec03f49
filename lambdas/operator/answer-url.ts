import { ServiceError } from '../kernel/errors.ts';
import { embedded } from '../kernel/metrics.ts';
import { runCommand, type CommandAnswer, type Operator } from './run-command.ts';
import { readUrlRequest, type CommandRequest } from './url-request.ts';

/** https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html#urls-response-payload */
export interface UrlAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A `CommandAnswer` in JSON. */
  readonly body: string;
}

const answer = (statusCode: number, body: CommandAnswer): UrlAnswer => ({
  statusCode,
  // Responses contain new keys and secrets.
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(body),
});

const refusal = (error: ServiceError): CommandAnswer => ({ ok: false, ...error.body });

/** @returns null when the event does not come from the function's URL */
const read = (event: unknown): CommandRequest | ServiceError | null => {
  try {
    return readUrlRequest(event);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
};

/**
 * Answers an event of the function's URL. A refused command is a 200, so that each 4xx of the URL is a refusal by IAM.
 * A direct invocation runs no command, because it has no verified caller.
 */
export const answerUrl = async (it: Operator, event: unknown): Promise<UrlAnswer> => {
  const request = read(event);
  if (request === null) {
    it.log.error('the function was invoked directly', embedded(it.clock(), { operator_invoked_directly: 1 }));
    const error = new ServiceError(
      'unauthenticated',
      'call the operator function by its URL, which verifies the caller',
    );
    return answer(error.status, refusal(error));
  }
  return answer(200, request instanceof ServiceError ? refusal(request) : await runCommand(it, request));
};
