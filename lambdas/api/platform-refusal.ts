import { ServiceError } from '../kernel/errors.ts';
import { PlatformError } from '../platform/errors.ts';

/** The response to an error of the platform. Other errors are returned unchanged. */
export const platformRefusal = (error: unknown): Error => {
  if (!(error instanceof PlatformError))
    return error instanceof Error ? error : new Error('not an error', { cause: error });
  const details = { kind: error.kind, code: error.code ?? null, subcode: error.subcode ?? null };
  if (error.kind === 'throttled') {
    return new ServiceError('platform_rate_limited', `the platform takes no more calls for now: ${error.message}`, {
      details,
      retryAfter: error.retryAfter ?? 60,
    });
  }
  const message = error.kind === 'out_of_time' ? error.message : `the platform refused: ${error.message}`;
  return new ServiceError('platform_error', message, { details });
};
