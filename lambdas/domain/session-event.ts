import type { ConnectSession, SessionStatus } from './connect-session.ts';

/** The ends of a session that send an event. One that the partner's own command revoked sends none. */
const endsWithEvent: ReadonlySet<SessionStatus> = new Set<SessionStatus>([
  'completed',
  'failed',
  'cancelled',
  'expired',
]);

export interface SessionEvent {
  readonly type: 'service.partner.connect_session.ended';
  readonly data: {
    readonly session: ConnectSession;
    readonly previous: { readonly status: SessionStatus };
    readonly changed_fields: readonly ['status'];
    readonly reason: string | null;
  };
}

/** Whether a session ends by a change in a way that sends an event. */
export const sendsEndEvent = (before: ConnectSession, after: ConnectSession): boolean =>
  before.status !== after.status && endsWithEvent.has(after.status);

/** @param isForgotten whether its customer is being erased: the event then has no text of the error */
export const sessionEvent = (before: ConnectSession, after: ConnectSession, isForgotten: boolean): SessionEvent => {
  const { error } = after;
  const session = isForgotten && error !== null ? { ...after, error: { ...error, message: 'erased' } } : after;
  return {
    type: 'service.partner.connect_session.ended',
    data: {
      session,
      previous: { status: before.status },
      changed_fields: ['status'],
      reason: session.error?.message ?? null,
    },
  };
};
