import { answerDue, type ConnectProgress, type Question } from '../domain/connect-session.ts';
import type { ConnectFailureCode } from '../kernel/errors.ts';
import type { InstanceError } from '../domain/instance.ts';
import { isoOf, type Milliseconds } from '../kernel/time.ts';
import type { InstanceDeps } from '../lines/instance-deps.ts';
import type { SessionRecord } from '../store/instances/connect-sessions.ts';
import { unlessLost } from '../store/table/work.ts';
import { afterAttempt } from './attempt.ts';
import { holdsNumber, releasing } from './release.ts';
import { instancePin } from './seal-contexts.ts';
import { commitProgress, commitSession } from './session-commit.ts';

/** A session waits for its end customer: no worker holds it, and it is due when the time to answer is over. */

/** The question that a session waits with; null for none. */
export const questionOf = ({ session, progress }: SessionRecord): Question | null =>
  session.status === 'in_progress' ? (progress?.asks ?? null) : null;

/** Asks the end customer, on the page of the link. @throws WorkLost */
export const ask = (
  deps: InstanceDeps,
  held: SessionRecord,
  progress: ConnectProgress,
  question: Question,
): Promise<SessionRecord> =>
  commitSession(deps, held, (_line, now) => ({
    session: { progress: { ...progress, asks: question, attempts: 0 }, busyUntil: answerDue(held.session, now) },
  }));

const missing: Readonly<Record<Question['kind'], readonly [ConnectFailureCode, string]>> = {
  choice: ['choice_missing', 'the end customer chose none of the phone numbers in time'],
  pin: ['pin_missing', 'the end customer did not enter the PIN of the phone number in time'],
};

/** Why a session ends whose question was not answered. */
export const unanswered = ({ kind }: Question, now: Milliseconds): InstanceError => {
  const [code, message] = missing[kind];
  return { code, message, at: isoOf(now) };
};

/** The progress after a choice; null when it is none of the numbers that the session asks about. */
export const chosen = ({ progress }: SessionRecord, phoneNumberId: string): ConnectProgress | null => {
  const options = progress?.asks?.kind === 'choice' ? progress.asks.options : [];
  const option = options.find((one) => one.phone_number_id === phoneNumberId);
  if (progress === null || option === undefined) return null;
  return { ...progress, waba_id: option.waba_id, phone_number_id: option.phone_number_id };
};

/** The progress with the PIN that the end customer entered; null when the session asks for none. */
export const withPin = async (
  deps: InstanceDeps,
  waiting: SessionRecord,
  pin: string,
): Promise<ConnectProgress | null> => {
  const { progress } = waiting;
  if (progress?.asks?.kind !== 'pin') return null;
  return { ...progress, sealed_pin: await deps.vault.seal(pin, instancePin(waiting)) };
};

/**
 * Takes the end customer's answer, once.
 * @returns the session, whose connection can go on; null when another request changed it first
 */
export const takeAnswer = (
  deps: InstanceDeps,
  waiting: SessionRecord,
  progress: ConnectProgress,
): Promise<SessionRecord | null> => unlessLost(commitProgress(deps, waiting, { ...progress, asks: null, attempts: 0 }));

/** The end customer gave up in place of an answer. @returns null when the session no longer waits */
export const giveUp = (deps: InstanceDeps, waiting: SessionRecord): Promise<SessionRecord | null> =>
  unlessLost(
    commitSession(deps, waiting, (record, now) => {
      const { session } = waiting;
      const next = afterAttempt(session.mode, record.instance, null, now);
      const releases = session.mode === 'connect' && holdsNumber(record.instance);
      return {
        session: { session: { ...session, status: 'cancelled' }, progress: null, busyUntil: null },
        ...(releases ? releasing(deps, waiting, record, next, null) : { instance: { instance: next } }),
      };
    }),
  );
