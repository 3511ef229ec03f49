import { ConnectionLost, Refusal } from '../packages/client/src/refusal.ts';
import type { Access } from './access.ts';
import { Failure } from './failure.ts';

const remedyOf = ({ code, status, message, retryAfter }: Refusal, { renewal }: Access): string => {
  if (status === 401) return `the key is unknown, expired or revoked: ${renewal}`;
  if (code === 'forbidden_scope') return 'use a key with the scopes webhook.read and webhook.write';
  if (code === 'unknown_route') return 'the stage runs a version without this route: ask its operator for the version';
  if (code === 'rate_limited')
    return `the partner has made too many of these calls: try again in ${Math.ceil((retryAfter ?? 60_000) / 1000)} s`;
  return `the service says: ${message}`;
};

/** An error of a call, as a failure. Every other error is returned as it is. */
export const failureOf = (error: unknown, access: Access): unknown => {
  if (error instanceof ConnectionLost) {
    return new Failure(`The service does not answer at ${access.apiUrl}.`, access.whenUnreachable, error);
  }
  if (!(error instanceof Refusal)) return error;
  return new Failure(`The service refused the call: ${error.code} (${error.status}).`, remedyOf(error, access), error);
};
