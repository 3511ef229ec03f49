import * as z from 'zod/mini';
import type { NumberAccess } from './callbacks.ts';
import type { PlatformClient } from './client.ts';
import type { PlatformError } from './errors.ts';

/**
 * Registration of a number, with the PIN of its two-step verification.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/registration
 */

const Success = z.object({ success: z.literal(true) });

/**
 * Registers the number for sending. The platform allows ten registrations in 72 hours, so the call is never retried.
 * @param pin six digits; becomes the PIN of a number without one
 * @param region the country in which the platform stores the number's data; null: the platform chooses
 * @throws PlatformError
 */
export const registerNumber = async (
  client: PlatformClient,
  { wabaId, phoneNumberId, token }: NumberAccess,
  pin: string,
  region: string | null,
): Promise<void> => {
  await client.call({
    method: 'POST',
    path: `/${phoneNumberId}/register`,
    body: { messaging_product: 'whatsapp', pin, ...(region !== null && { data_localization_region: region }) },
    token,
    wabaId,
    retry: 'never',
    answer: Success,
  });
};

/**
 * Gives the number a PIN in place of another one, which the call does not need.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/two-step-verification
 * @param pin six digits. @throws PlatformError
 */
export const setPin = async (
  client: PlatformClient,
  { wabaId, phoneNumberId, token }: NumberAccess,
  pin: string,
): Promise<void> => {
  await client.call({
    method: 'POST',
    path: `/${phoneNumberId}`,
    body: { pin },
    token,
    wabaId,
    retry: 'safe',
    answer: Success,
  });
};

/**
 * Whether the number can't be registered yet, because its display name is checked or prepared. That takes days:
 * https://github.com/chatwoot/chatwoot/issues/12556
 */
export const isNameAwaited = ({ code, subcode }: PlatformError): boolean =>
  code === 131037 || (code === 100 && subcode === 2388001);

/** Whether the number was registered or deregistered ten times in 72 hours. */
export const isRegistrationLimit = ({ code }: PlatformError): boolean => code === 133016;

/** Whether the number has another PIN. 131031 says the same of a call with a PIN, if its details speak of one. */
export const isOtherPin = ({ code, details }: PlatformError): boolean =>
  code === 133005 || (code === 131031 && /\bpin\b|two.?step/i.test(details ?? ''));
