import * as z from 'zod/mini';
import { explain } from '../api/problems.ts';
import { ServiceError } from '../kernel/errors.ts';

/** The IAM principal whose signature the function's URL has verified. The request cannot change it. */
export interface Caller {
  /** The ARN of the user, or of the session of an assumed role. */
  readonly arn: string;
  /** The principal's unique id: `AIDA…`, or `AROA…:session`. A new principal of the same name has another id. */
  readonly id: string;
}

export interface CommandRequest {
  readonly caller: Caller;
  /** The name of the command, such as `keys issue`. */
  readonly command: string;
  readonly input: Readonly<Record<string, unknown>>;
}

const text = z.string().check(z.minLength(1));

/**
 * Payload format 2.0. Only a URL with the authentication type AWS_IAM has an authorizer.
 * https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html#urls-payloads
 */
const urlEvent = z.object({
  version: z.literal('2.0'),
  requestContext: z.object({ authorizer: z.object({ iam: z.object({ userArn: text, callerId: text }) }) }),
  body: z.optional(z.string()),
  isBase64Encoded: z.boolean(),
});

const sent = z.object({ command: z.string(), input: z.record(z.string(), z.unknown()) });

const parsed = (body: Buffer): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new ServiceError('invalid_json', 'the body must be valid JSON in UTF-8');
  }
};

/**
 * Reads the event of the function's URL. @returns null for any other event, which has no verified caller
 * @throws ServiceError invalid_json, validation_failed
 */
export const readUrlRequest = (event: unknown): CommandRequest | null => {
  const read = urlEvent.safeParse(event);
  if (!read.success) return null;
  const { requestContext, body = '', isBase64Encoded } = read.data;
  const asked = sent.safeParse(parsed(Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8')), { reportInput: true });
  if (!asked.success) throw explain(asked.error);
  const { userArn: arn, callerId: id } = requestContext.authorizer.iam;
  return { caller: { arn, id }, ...asked.data };
};
