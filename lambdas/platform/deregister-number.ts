import * as z from 'zod/mini';
import type { NumberAccess } from './callbacks.ts';
import type { PlatformClient } from './client.ts';
import { PlatformError } from './errors.ts';

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes */
const notRegistered = 133010;
const incomplete = 133000;

const deregister = async (client: PlatformClient, { wabaId, phoneNumberId, token }: NumberAccess): Promise<void> => {
  await client.call({
    method: 'POST',
    path: `/${phoneNumberId}/deregister`,
    body: { messaging_product: 'whatsapp' },
    token,
    wabaId,
    retry: 'never',
    answer: z.object({ success: z.literal(true) }),
  });
};

const hasCode = (error: unknown, code: number): boolean => error instanceof PlatformError && error.code === code;

/**
 * Frees the number for another provider. A number that is not registered is free. The platform allows ten registrations and
 * deregistrations in 72 hours, so the call is repeated only after a deregistration that the platform left incomplete.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/registration
 * @throws PlatformError, of kind `throttled` with code 133016 for 72 hours
 */
export const deregisterNumber = async (client: PlatformClient, access: NumberAccess): Promise<void> => {
  try {
    await deregister(client, access).catch((error: unknown) => {
      if (!hasCode(error, incomplete)) throw error;
      return deregister(client, access);
    });
  } catch (error) {
    if (!hasCode(error, notRegistered)) throw error;
  }
};
