import * as z from 'zod/mini';
import type { NumberAccess } from './callbacks.ts';
import type { PlatformClient } from './client.ts';
import { PlatformError } from './errors.ts';

/** An earlier deregistration was left incomplete. https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes */
const incomplete = 133000;

/**
 * Whether the number is not registered: by the error codes, or by the description of this call.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/reference/whatsapp-business-phone-number/phone-number-deregister-api
 */
const isNotRegistered = ({ code, subcode }: PlatformError): boolean =>
  code === 133010 || (code === 100 && subcode === 2207051);

/** Without an answer it is unknown whether the number is still registered. Another call tells. */
const isWorthAnother = ({ kind, code }: PlatformError): boolean => kind === 'transient' || code === incomplete;

const deregister = async (client: PlatformClient, { wabaId, phoneNumberId, token }: NumberAccess): Promise<void> => {
  await client.call({
    method: 'POST',
    path: `/${phoneNumberId}/deregister`,
    token,
    wabaId,
    retry: 'never',
    answer: z.object({ success: z.literal(true) }),
  });
};

/**
 * Frees the number for another provider. A number that is not registered is free. The platform allows ten registrations and
 * deregistrations in 72 hours, so the call is repeated once at most.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/registration
 * @throws PlatformError, of kind `throttled` with code 133016 for 72 hours
 */
export const deregisterNumber = async (client: PlatformClient, access: NumberAccess): Promise<void> => {
  try {
    await deregister(client, access).catch((error: unknown) => {
      if (!(error instanceof PlatformError) || !isWorthAnother(error)) throw error;
      return deregister(client, access);
    });
  } catch (error) {
    if (!(error instanceof PlatformError) || !isNotRegistered(error)) throw error;
  }
};
