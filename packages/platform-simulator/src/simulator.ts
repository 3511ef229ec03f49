import type { Log } from '@swift-worker/loopback/server.ts';
import type { AppSettings } from './app-settings.ts';
import type { CallLog } from './call-log.ts';
import type { Conversations } from './conversations.ts';
import type { Faults } from './faults.ts';
import type { MediaStore } from './media-store.ts';
import type { Outbound } from './outbound.ts';
import type { Outcomes } from './outcomes.ts';
import type { Storage } from './storage.ts';
import type { Usage } from './usage.ts';

/** The state and settings that the parts of the simulator share. */
export interface Simulator {
  readonly appId: string;
  /** The portfolio of the app's owner. */
  readonly portfolioId: string;
  /** The id of the app's configuration of the sign-up. */
  readonly configId: string;
  /** The redirect URIs that the app lists. Their origins are its allowed domains. */
  readonly redirectUris: () => readonly string[];
  /** With the version, without a slash at the end. */
  readonly graphUrl: string;
  readonly callbackUrl: () => string | undefined;
  readonly now: () => number;
  readonly storage: Storage;
  readonly faults: Faults;
  readonly usage: Usage;
  readonly calls: CallLog;
  readonly media: MediaStore;
  readonly conversations: Conversations;
  readonly outcomes: Outcomes;
  readonly outbound: Outbound;
  readonly settings: Settings;
  /** How often the answer with this name was given before. What the platform varies is varied by it. */
  readonly turn: (name: string) => number;
  readonly log: Log;
}

/** Set by the control API, and reset when the simulator starts. */
interface Settings {
  /** The secret of the app, which signs callbacks. */
  appSecret: string;
  debugToken: DebugTokenSettings;
  app: AppSettings;
  /** Of the Graph API: earlier ones have ended. */
  oldestVersion: string;
}

/** https://developers.facebook.com/docs/graph-api/changelog/versions of November 2026. */
export const usualOldestVersion = 'v21.0';

export interface DebugTokenSettings {
  /** Whether `debug_token` returns the targets of scopes. */
  readonly targetIds: boolean;
  /** Whether it returns the targets of `whatsapp_business_manage_events` and `business_management` alone. */
  readonly manageEvents: boolean;
}

export const usualDebugToken: DebugTokenSettings = { targetIds: true, manageEvents: false };

export function createTurns(): Simulator['turn'] {
  const turns = new Map<string, number>();
  return (name) => {
    const turn = turns.get(name) ?? 0;
    turns.set(name, turn + 1);
    return turn;
  };
}

/** A call of the Graph API, parsed. */
export interface GraphCall {
  readonly method: string;
  /** After the version: `/{id}/phone_numbers`. */
  readonly path: string;
  /** Query and body together; the body takes precedence. The part of a form that has a name of a file is a `File`. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly token: string | undefined;
}

export function textOf(call: GraphCall, name: string): string | undefined {
  const value = call.parameters[name];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : undefined;
}

/** Undefined when it is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
