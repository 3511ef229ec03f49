import type { InstanceError } from './instance.ts';
import { day, type Milliseconds } from '../kernel/time.ts';

export const sessionModes = ['connect', 'reconnect'] as const;
export type SessionMode = (typeof sessionModes)[number];

export const sessionStatuses = [
  'open',
  'in_progress',
  'completed',
  'failed',
  'cancelled',
  'expired',
  'revoked',
] as const;
export type SessionStatus = (typeof sessionStatuses)[number];

/** The steps of a connection, in order; each is recorded before the next begins. */
export const connectSteps = ['authorised', 'identified', 'subscribed', 'registered', 'callback_set'] as const;
export type ConnectStep = (typeof connectSteps)[number];

/** A number that the end customer may choose. */
export interface NumberOption {
  readonly waba_id: string;
  readonly waba_name: string | null;
  readonly phone_number_id: string;
  readonly display_phone_number: string | null;
  readonly verified_name: string | null;
}

/** What the connection waits for: a decision of the end customer. */
export type Question =
  | { readonly kind: 'choice'; readonly options: readonly NumberOption[] }
  /** `wrong`: the one that was entered did not fit. */
  | { readonly kind: 'pin'; readonly wrong: boolean };

/** What the window of the sign-up reported to the page. The browser may have changed it: the token decides. */
export interface ReportedAssets {
  readonly business_id: string | null;
  readonly waba_id: string | null;
  readonly phone_number_id: string | null;
  /** Whether the number is one of the business app. */
  readonly on_business_app: boolean;
}

/** What is synchronised from the business app, in this order. */
export const syncTypes = ['smb_app_state_sync', 'history'] as const;
export type SyncType = (typeof syncTypes)[number];

/** What a connection waits for at the platform, for minutes or weeks. */
export const awaitables = ['name_not_approved', 'registration_limit', 'platform_busy'] as const;
export type Awaited = (typeof awaitables)[number];

/** The results of the recorded steps. A wait stands while no worker holds the session. */
export interface ConnectProgress {
  readonly step: ConnectStep;
  /** The platform token, sealed for the session. */
  readonly sealed_token: string;
  readonly token_expires_at: string | null;
  /** When the sign-up began, at the earliest; null before sessions stored it. */
  readonly signed_up_since: string | null;
  readonly told: ReportedAssets | null;
  readonly waba_id: string | null;
  /** The number that is connected; before `identified`: the one that the end customer chose. */
  readonly phone_number_id: string | null;
  /** Transient failures of the current step. */
  readonly attempts: number;
  readonly asks: Question | null;
  /** Whether the platform still checks or prepares the display name, before which it registers no number. */
  readonly awaits_name: boolean;
  /** Whether the number was registered too often, so that the platform registers it again days later. */
  readonly awaits_limit: boolean;
  /** Whether the platform takes no more calls for now. */
  readonly awaits_calls: boolean;
  /** The PIN that the end customer entered, sealed for the instance, until the number is registered. */
  readonly sealed_pin: string | null;
  /** How many times a PIN was entered that did not fit. */
  readonly wrong_pins: number;
  /** Whether the number is used in the business app as well. */
  readonly coexistence: boolean;
  /** What is still to be synchronised. */
  readonly syncs: readonly SyncType[];
  /** Why something was not synchronised. */
  readonly sync_error: InstanceError | null;
}

type Waits = Pick<ConnectProgress, 'awaits_name' | 'awaits_limit' | 'awaits_calls'>;

export const awaiting = (what: Awaited | null): Waits => ({
  awaits_name: what === 'name_not_approved',
  awaits_limit: what === 'registration_limit',
  awaits_calls: what === 'platform_busy',
});

export const awaitedBy = (waits: Waits): Awaited | null => {
  if (waits.awaits_name) return 'name_not_approved';
  if (waits.awaits_limit) return 'registration_limit';
  return waits.awaits_calls ? 'platform_busy' : null;
};

/** Where the browser is redirected at the end. */
export interface ReturnUrls {
  readonly return_url: string | null;
  readonly cancel_url: string | null;
  readonly success_url: string | null;
  readonly error_url: string | null;
}

/** A connect session as the API shows it, without its URL. */
export interface ConnectSession {
  readonly id: string;
  readonly instance_id: string;
  readonly mode: SessionMode;
  readonly status: SessionStatus;
  readonly expires_at: string;
  readonly error: Pick<InstanceError, 'code' | 'message'> | null;
}

/** When a session was made: its id is a UUIDv7. https://www.rfc-editor.org/rfc/rfc9562#section-5.7 */
export const madeAt = ({ id }: ConnectSession): Milliseconds => parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/** For so long after it was made a session waits for what the platform can't do yet. */
export const sessionWait: Milliseconds = 30 * day;

export const waitsUntil = (session: ConnectSession): Milliseconds => madeAt(session) + sessionWait;

/** How many sign-ups may return to one link with a code. Each costs a call with the app's own credentials. */
export const mostAttempts = 10;

/** How long the end customer has to answer a question, at least. */
const timeToAnswer: Milliseconds = 15 * 60_000;

/** Until when a question of the session is to be answered. */
export const answerDue = ({ expires_at }: ConnectSession, now: Milliseconds): Milliseconds =>
  Math.max(Date.parse(expires_at), now + timeToAnswer);

/** An open session expires without a write. A session in progress does not expire. */
export const asOf = (session: ConnectSession, now: Milliseconds): ConnectSession =>
  session.status === 'open' && Date.parse(session.expires_at) <= now ? { ...session, status: 'expired' } : session;

/** Where the browser is redirected at the end of a session; null when the partner gave no URL. */
export const returnUrlOf = (urls: ReturnUrls, status: SessionStatus, sessionId: string): string | null => {
  const chosen = {
    completed: urls.success_url,
    cancelled: urls.cancel_url,
    failed: urls.error_url,
    expired: urls.error_url,
    revoked: urls.error_url,
    open: null,
    in_progress: null,
  }[status];
  const target = chosen ?? urls.return_url;
  if (target === null) return null;
  const url = new URL(target);
  url.searchParams.set('session_id', sessionId);
  url.searchParams.set('status', status);
  return url.href;
};
