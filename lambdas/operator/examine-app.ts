import { readAppName, readAppPermissions, readAppWebhook } from '../platform/app.ts';
import { PlatformError } from '../platform/errors.ts';
import type { PlatformApp } from '../platform/sign-up.ts';
import type { AppSettings } from './app-settings.ts';
import type { OperatorDeps } from './command.ts';

/** The codes for a token of the app that is none: "must be called with an app access_token", "Error validating application". */
const refusals: ReadonlySet<number | undefined> = new Set([15, 101]);

/** Why a part of the app's settings could not be read. */
interface Unread {
  readonly part: 'name' | 'webhook' | 'permissions';
  readonly reason: string;
  /** Whether the platform refused the app's id with its secret. */
  readonly refused: boolean;
}

const reading = async <T>(
  part: Unread['part'],
  read: () => Promise<T>,
): Promise<{ readonly value: T | null; readonly unread: readonly Unread[] }> => {
  try {
    return { value: await read(), unread: [] };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const refused = error.kind === 'token_invalid' || refusals.has(error.code);
    return { value: null, unread: [{ part, reason: error.message, refused }] };
  }
};

const settingsOf = ({ id, callbackUrl, signUp }: AppSettings) => ({
  app_id: id,
  callback_url: callbackUrl,
  sign_up: signUp === null ? null : { config_id: signUp.configId, coexistence: signUp.coexistence },
});

/** The app's settings at the platform, and what the stage needs of them; null when the stage has no app. */
export const examineApp = async ({ app: settings, platform }: Pick<OperatorDeps, 'app' | 'platform'>) => {
  if (settings === null) return null;
  const app: PlatformApp = { id: settings.id, secret: await settings.secret() };
  const [name, webhook, permissions] = await Promise.all([
    reading('name', () => readAppName(platform, app)),
    reading('webhook', () => readAppWebhook(platform, app)),
    reading('permissions', () => readAppPermissions(platform, app)),
  ]);
  const { value: found } = webhook;
  return {
    ...settingsOf(settings),
    name: name.value,
    webhook:
      found === null ? null : { callback_url: found.callbackUrl, active: found.active, fields: [...found.fields] },
    permissions: permissions.value,
    graph: { version: settings.graph.asked, served: settings.graph.served() },
    unread: [...name.unread, ...webhook.unread, ...permissions.unread],
  };
};
