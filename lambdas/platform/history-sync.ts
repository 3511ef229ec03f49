import * as z from 'zod/mini';
import type { SyncType } from '../domain/connect-session.ts';
import type { NumberAccess } from './callbacks.ts';
import type { PlatformClient } from './client.ts';

/**
 * Asks for what the business app has of a number: its contacts, or its messages. They come by callbacks. The platform
 * accepts each call once, within 24 hours of the sign-up.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/onboarding-business-app-users
 * @throws PlatformError of code `syncedBefore`, `tooLateToSync` or any other
 */
export const requestSync = async (
  client: PlatformClient,
  { wabaId, phoneNumberId, token }: NumberAccess,
  type: SyncType,
): Promise<void> => {
  await client.call({
    method: 'POST',
    path: `/${phoneNumberId}/smb_app_data`,
    body: { messaging_product: 'whatsapp', sync_type: type },
    token,
    wabaId,
    retry: 'safe',
    answer: z.object({ request_id: z.optional(z.string()) }),
  });
};

export const syncedBefore = 2593107;
export const tooLateToSync = 2593108;
