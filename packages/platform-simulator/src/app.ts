import { PlatformError, invalidParameter } from './errors.ts';
import { PERMISSIONS } from './app-settings.ts';
import { selectFields } from './fields.ts';
import type { GraphCall, Simulator } from './simulator.ts';
import { webhookFields } from './webhook-fields.ts';

export function redirectUrisOf({ settings, redirectUris }: Simulator): readonly string[] {
  return settings.app.redirectUris ?? redirectUris();
}

export function subscribes({ settings }: Simulator, field: string): boolean {
  return settings.app.subscriptions?.includes(field) ?? true;
}

/** `GET /{app}?fields=…` https://developers.facebook.com/docs/graph-api/reference/application */
export function readApp(simulator: Simulator, call: GraphCall): unknown {
  const domains = redirectUrisOf(simulator).map((uri) => new URL(uri).hostname);
  return selectFields(
    call,
    'Application',
    new Map<string, () => unknown>([
      ['id', () => simulator.appId],
      ['name', () => 'swift-worker (local)'],
      ['app_name', () => 'swift-worker (local)'],
      ['app_type', () => 0],
      ['app_domains', () => [...new Set(domains)]],
      ['category', () => 'Business and pages'],
      ['link', () => `https://platform.invalid/games/?app_id=${simulator.appId}`],
      ['privacy_policy_url', () => 'https://platform.invalid/privacy'],
      ['terms_of_service_url', () => 'https://platform.invalid/terms'],
    ]),
    ['category', 'link', 'name'],
  );
}

/** `GET /{app}/subscriptions` https://developers.facebook.com/docs/graph-api/reference/app/subscriptions */
export function listAppSubscriptions({ settings, callbackUrl }: Simulator): unknown {
  const fields = settings.app.subscriptions ?? webhookFields;
  const callback = callbackUrl();
  if (callback === undefined || fields.length === 0) return { data: [] };
  return {
    data: [
      {
        object: 'whatsapp_business_account',
        callback_url: callback,
        active: true,
        fields: fields.map((name) => ({ name, version: 'v26.0' })),
      },
    ],
  };
}

/** `GET /{app}/permissions` https://developers.facebook.com/docs/graph-api/reference/application/permissions */
export function listAppPermissions({ settings }: Simulator): unknown {
  const granted = settings.app.permissions;
  return {
    data: [...new Set([...PERMISSIONS, ...granted])].map((permission) => ({
      permission,
      status: granted.includes(permission) ? 'live' : 'unapproved',
    })),
  };
}

/** @throws PlatformError unless the call has the app's own token, `APP|SECRET` */
export function authoriseApp({ appId, settings }: Simulator, call: GraphCall): void {
  if (call.token === `${appId}|${settings.appSecret}`) return;
  throw new PlatformError(403, {
    code: 15,
    message: '(#15) This method must be called with an app access_token.',
  });
}

/** @throws PlatformError unless the call has the app's own token */
export function authoriseDebug({ appId, settings }: Simulator, call: GraphCall): void {
  if (call.token === `${appId}|${settings.appSecret}`) return;
  throw invalidParameter(
    'You must provide an app access token, or a user access token that is an owner or developer of the app',
  );
}
