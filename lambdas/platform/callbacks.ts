import * as z from 'zod/mini';
import type { PlatformClient } from './client.ts';

/** The callbacks of a number, of its business account and of the app, in the order of precedence. */

/** A number with its token. */
export interface NumberAccess {
  readonly wabaId: string;
  readonly phoneNumberId: string;
  readonly token: string;
}

export interface WabaAccess {
  readonly wabaId: string;
  readonly token: string;
}

/** The callback URL of each level; null when unset. */
export interface NumberCallback {
  readonly number: string | null;
  readonly waba: string | null;
  readonly app: string | null;
}

const Success = z.object({ success: z.literal(true) });

const configure = async (
  client: PlatformClient,
  { wabaId, phoneNumberId, token }: NumberAccess,
  configuration: Readonly<Record<string, string>>,
): Promise<void> => {
  await client.call({
    method: 'POST',
    path: `/${phoneNumberId}`,
    body: { webhook_configuration: configuration },
    token,
    wabaId,
    retry: 'safe',
    answer: Success,
  });
};

/**
 * The platform verifies the URL with a handshake before it answers. The app must be subscribed.
 * @param url at most 200 characters. @throws PlatformError
 */
export const setNumberCallback = (
  client: PlatformClient,
  access: NumberAccess,
  url: string,
  verifyToken: string,
): Promise<void> => configure(client, access, { override_callback_uri: url, verify_token: verifyToken });

/** Idempotent. @throws PlatformError, of kind `gone` when the number no longer exists */
export const clearNumberCallback = (client: PlatformClient, access: NumberAccess): Promise<void> =>
  configure(client, access, { override_callback_uri: '' });

// An unset level is absent or empty.
const url = z.pipe(
  z.optional(z.nullable(z.string())),
  z.transform((value) => (value === undefined || value === '' ? null : value)),
);

const Configured = z.object({
  id: z.string(),
  webhook_configuration: z.optional(z.object({ phone_number: url, whatsapp_business_account: url, application: url })),
});

/** @throws PlatformError */
export const readNumberCallback = async (
  client: PlatformClient,
  { wabaId, phoneNumberId, token }: NumberAccess,
): Promise<NumberCallback> => {
  const { webhook_configuration: levels } = await client.call({
    method: 'GET',
    path: `/${phoneNumberId}`,
    query: { fields: 'webhook_configuration' },
    token,
    wabaId,
    retry: 'safe',
    answer: Configured,
  });
  return {
    number: levels?.phone_number ?? null,
    waba: levels?.whatsapp_business_account ?? null,
    app: levels?.application ?? null,
  };
};

/**
 * Subscribes the app to the business account. The call clears an override there that somebody else set, so it is only for
 * accounts that are not subscribed. @throws PlatformError
 */
export const subscribeApp = async (client: PlatformClient, { wabaId, token }: WabaAccess): Promise<void> => {
  await client.call({
    method: 'POST',
    path: `/${wabaId}/subscribed_apps`,
    token,
    wabaId,
    retry: 'safe',
    answer: Success,
  });
};

const Subscriptions = z.object({
  data: z.array(z.object({ whatsapp_business_api_data: z.object({ id: z.string() }) })),
});

/** Whether the app is subscribed to the business account. @throws PlatformError */
export const isSubscribed = async (
  client: PlatformClient,
  { wabaId, token }: WabaAccess,
  appId: string,
): Promise<boolean> => {
  const { data } = await client.call({
    method: 'GET',
    path: `/${wabaId}/subscribed_apps`,
    token,
    wabaId,
    retry: 'safe',
    answer: Subscriptions,
  });
  return data.some((subscription) => subscription.whatsapp_business_api_data.id === appId);
};
