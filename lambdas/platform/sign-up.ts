import * as z from 'zod/mini';
import type { Coexistence, Launch } from '../domain/sign-up.ts';
import type { Milliseconds } from '../kernel/time.ts';
import { appBudget } from './budget.ts';
import type { PlatformClient } from './client.ts';

/** The app at the platform. */
export interface PlatformApp {
  readonly id: string;
  readonly secret: string;
}

/** The credentials of a call that the app makes as itself, and the budget that it is charged to. */
export const asApp = ({ id, secret }: PlatformApp) => ({ token: `${id}|${secret}`, wabaId: appBudget });

/** The app's configuration of Facebook Login for Business, with what it offers. */
export interface SignUpConfiguration {
  readonly appId: string;
  readonly configId: string;
  readonly launch: Launch;
  readonly coexistence: Coexistence;
}

/**
 * The `extras` of a sign-up that offers coexistence.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/onboarding-business-app-users
 */
const coexistenceExtras = { version: 'v4', setup: {}, featureType: 'whatsapp_business_app_onboarding' };

type Extras = Readonly<Record<string, unknown>>;

/** The `extras` of the full-page dialog; null for none. */
const extrasOf = ({ coexistence }: SignUpConfiguration): Extras | null =>
  coexistence === 'off' ? null : coexistenceExtras;

/**
 * The `extras` of a sign-up in a window.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/implementation
 */
export const windowExtras = (configuration: SignUpConfiguration): Extras =>
  extrasOf(configuration) ?? { version: 'v4', setup: {} };

/**
 * The URL of the full-page dialog.
 * https://developers.facebook.com/documentation/facebook-login/guides/advanced/manual-flow
 * @param state is returned with the code; opaque and for one use
 */
export const signUpUrl = (
  dialogUrl: string,
  configuration: SignUpConfiguration,
  redirectUri: string,
  state: string,
): string => {
  const extras = extrasOf(configuration);
  const url = new URL(dialogUrl);
  url.searchParams.set('client_id', configuration.appId);
  url.searchParams.set('redirect_uri', redirectUri);
  url.searchParams.set('state', state);
  url.searchParams.set('config_id', configuration.configId);
  url.searchParams.set('response_type', 'code');
  url.searchParams.set('override_default_response_type', 'true');
  if (extras !== null) url.searchParams.set('extras', JSON.stringify(extras));
  return url.href;
};

export interface ExchangedToken {
  readonly token: string;
  /** Null when it does not expire. */
  readonly expiresAt: Milliseconds | null;
}

/**
 * Exchanges a code for a token. A code is valid for 30 s and one use. After a lost answer a new sign-up is needed.
 * @param redirectUri the URI of the dialog that gave the code; null for a code of the platform's script, which has none
 * @throws PlatformError
 */
export const exchangeCode = async (
  client: PlatformClient,
  app: PlatformApp,
  code: string,
  redirectUri: string | null,
  now: Milliseconds,
): Promise<ExchangedToken> => {
  const answer = await client.call({
    method: 'GET',
    path: '/oauth/access_token',
    query: {
      client_id: app.id,
      client_secret: app.secret,
      code,
      ...(redirectUri !== null && { redirect_uri: redirectUri }),
    },
    wabaId: appBudget,
    retry: 'never',
    answer: z.object({ access_token: z.string().check(z.minLength(1)), expires_in: z.optional(z.number()) }),
  });
  const lifetime = answer.expires_in ?? 0;
  return { token: answer.access_token, expiresAt: lifetime > 0 ? now + lifetime * 1_000 : null };
};

/** The platform's facts of a token. */
export interface TokenFacts {
  /** The app that it was given to; null when the platform does not know the token. */
  readonly appId: string | null;
  readonly isValid: boolean;
  /** Null when it does not expire. */
  readonly expiresAt: Milliseconds | null;
  readonly scopes: readonly string[];
  /** The business accounts that it is valid for, in no stable order; empty when the platform does not name them. */
  readonly wabaIds: readonly string[];
}

const strings = z._default(z.array(z.string()), []);

const Facts = z.object({
  data: z.object({
    app_id: z._default(z.nullable(z.coerce.string()), null),
    is_valid: z.boolean(),
    expires_at: z._default(z.number(), 0),
    scopes: strings,
    granular_scopes: z._default(z.array(z.object({ scope: z.string(), target_ids: strings })), []),
  }),
});

/**
 * The targets of these scopes are business accounts. Those of `business_management` are portfolios, those of
 * `whatsapp_business_manage_events` something else: https://github.com/ChatbotXIO/ChatbotX/pull/1224
 */
const wabaScopes: ReadonlySet<string> = new Set(['whatsapp_business_management', 'whatsapp_business_messaging']);

/** https://developers.facebook.com/docs/graph-api/reference/debug_token @throws PlatformError */
export const readToken = async (client: PlatformClient, app: PlatformApp, token: string): Promise<TokenFacts> => {
  const { data } = await client.call({
    method: 'GET',
    path: '/debug_token',
    query: { input_token: token },
    ...asApp(app),
    retry: 'safe',
    answer: Facts,
  });
  const targets = data.granular_scopes
    .filter(({ scope }) => wabaScopes.has(scope))
    .flatMap((scope) => scope.target_ids);
  return {
    appId: data.app_id,
    isValid: data.is_valid,
    expiresAt: data.expires_at > 0 ? data.expires_at * 1_000 : null,
    scopes: data.scopes,
    wabaIds: [...new Set(targets)],
  };
};
