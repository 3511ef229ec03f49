import type { InstanceError } from './instance.ts';
import type { Milliseconds } from './time.ts';

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

/** The results of the recorded steps. */
export interface ConnectProgress {
  readonly step: ConnectStep;
  /** The platform token, sealed for the session. */
  readonly sealed_token: string;
  readonly token_expires_at: string | null;
  readonly waba_id: string | null;
  readonly phone_number_id: string | null;
  /** Transient failures of the current step. */
  readonly attempts: number;
}

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
