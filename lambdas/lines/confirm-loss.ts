import type { Instance } from '../domain/instance.ts';
import { instanceErrorOf } from './instance-error.ts';
import { isDoubtful, lossOf, type Loss } from './lose-token.ts';
import type { NumberAccess } from '../platform/callbacks.ts';
import { PlatformError } from '../platform/errors.ts';
import { listNumbers } from '../platform/numbers.ts';
import { readToken } from '../platform/sign-up.ts';
import type { RefreshDeps } from './refresh-deps.ts';

const needed = 'whatsapp_business_management';

/** Whether the business account lists its numbers without this one; null when it does not list them. */
const isUnlisted = async (deps: RefreshDeps, access: NumberAccess): Promise<boolean | null> => {
  try {
    const numbers = await listNumbers(deps.platform, access);
    return !numbers.some(({ id }) => id === access.phoneNumberId);
  } catch (error) {
    if (error instanceof PlatformError && isDoubtful(error)) return null;
    throw error;
  }
};

/**
 * Looks at the token after the platform refused to show a number.
 * @param instance its doubt is a second witness
 * @returns the loss; null when nothing proves one
 * @throws PlatformError
 */
export const confirmLoss = async (
  deps: RefreshDeps,
  access: NumberAccess,
  { access: { doubt } }: Instance,
  refusal: PlatformError,
): Promise<Loss | null> => {
  const now = deps.clock();
  const token = await readToken(deps.platform, await deps.app(), access.token);
  const error = doubt ?? instanceErrorOf(refusal, now);
  if (!token.isValid) {
    return lossOf(new PlatformError({ kind: 'token_invalid', code: 190, message: 'the token is not valid' }), now);
  }
  if (!token.scopes.includes(needed)) return { error, isTaken: false };
  if (token.wabaIds.length > 0 && !token.wabaIds.includes(access.wabaId)) return { error, isTaken: true };
  const isUnlistedNow = refusal.kind === 'gone' ? await isUnlisted(deps, access) : null;
  if (isUnlistedNow === true) return { error, isTaken: true };
  return doubt !== null && isUnlistedNow === null ? { error, isTaken: true } : null;
};
