import type { Instance } from '../domain/instance.ts';
import { instanceErrorOf } from './instance-error.ts';
import { isDoubtful, lossOf, type Loss } from './lose-token.ts';
import type { NumberAccess } from '../platform/callbacks.ts';
import { PlatformError } from '../platform/errors.ts';
import { listNumbers } from '../platform/numbers.ts';
import { readToken } from '../platform/sign-up.ts';
import type { AppDeps } from './instance-deps.ts';

const needed = 'whatsapp_business_management';

/** Whether the business account lists its numbers without this one; null when it does not list them. */
const isUnlisted = async (deps: AppDeps, access: NumberAccess): Promise<boolean | null> => {
  try {
    const numbers = await listNumbers(deps.platform, access);
    return !numbers.some(({ id }) => id === access.phoneNumberId);
  } catch (error) {
    if (error instanceof PlatformError && isDoubtful(error)) return null;
    throw error;
  }
};

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes */
const lockedCodes: ReadonlySet<number | undefined> = new Set([368, 131031]);

/** Whether a refusal says that the business account is locked. */
export const isLock = ({ code }: PlatformError): boolean => lockedCodes.has(code);

/** Whether the platform refuses the list of the account's numbers for a lock as well. @throws PlatformError of other refusals */
export const isAccountLocked = async ({ platform }: AppDeps, access: NumberAccess): Promise<boolean> => {
  try {
    await listNumbers(platform, access);
    return false;
  } catch (error) {
    if (error instanceof PlatformError && isLock(error)) return true;
    throw error;
  }
};

/** The token is not valid, whatever was refused. */
const invalid = (refusal: PlatformError): PlatformError =>
  refusal.kind === 'token_invalid'
    ? refusal
    : new PlatformError({ kind: 'token_invalid', code: 190, message: 'the token is not valid' });

/**
 * Looks at the token after the platform refused it, or refused to show a number. A refusal alone can be wrong for minutes:
 * https://github.com/facebook/facebook-ios-sdk/issues/192
 * @param instance its doubt is a second witness
 * @returns the loss; null when nothing proves one
 * @throws PlatformError
 */
export const confirmLoss = async (
  deps: AppDeps,
  access: NumberAccess,
  { access: { doubt } }: Instance,
  refusal: PlatformError,
): Promise<Loss | null> => {
  const token = await readToken(deps.platform, await deps.app(), access.token);
  const now = deps.clock();
  const error = doubt ?? instanceErrorOf(refusal, now);
  if (!token.isValid) return lossOf(invalid(refusal), now);
  if (!token.scopes.includes(needed)) return { error, isTaken: false };
  if (token.wabaIds.length > 0 && !token.wabaIds.includes(access.wabaId)) return { error, isTaken: true };
  const isUnlistedNow = refusal.kind === 'gone' ? await isUnlisted(deps, access) : null;
  if (isUnlistedNow === true) return { error, isTaken: true };
  return doubt !== null && isUnlistedNow === null ? { error, isTaken: true } : null;
};
