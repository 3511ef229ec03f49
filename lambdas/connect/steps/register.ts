import type { ConnectProgress } from '../../domain/connect-session.ts';
import { ConnectFailure } from '../../kernel/errors.ts';
import type { NumberAccess } from '../../platform/callbacks.ts';
import { isTransient, PlatformError } from '../../platform/errors.ts';
import { readNumber } from '../../platform/numbers.ts';
import { isOtherPin, registerNumber, setPin } from '../../platform/registration.ts';
import type { SessionRecord } from '../../store/instances/connect-sessions.ts';
import { keepPin, readPin, replacePinClause } from '../../store/instances/instance-pins.ts';
import { accessOf } from '../access.ts';
import { ask } from '../ask.ts';
import type { ConnectDeps } from '../connect-deps.ts';
import { instancePin } from '../seal-contexts.ts';
import { commitSession, heldUntil, requireInstance } from '../session-commit.ts';
import type { Step } from '../step.ts';

/** Statuses of a number that is registered: it can send, or the platform limits it. */
const registered: ReadonlySet<string | null> = new Set(['CONNECTED', 'FLAGGED', 'RESTRICTED', 'RATE_LIMITED']);

/** The platform locks a number after too many PINs (133008), and allows ten registrations in 72 hours (133016). */
const mostWrongPins = 5;

/** Six digits, of the 48 random bits at the end of a UUIDv7. https://www.rfc-editor.org/rfc/rfc9562#section-5.7 */
const pinFrom = (uuid: string): string => String(parseInt(uuid.slice(-12), 16) % 1_000_000).padStart(6, '0');

/** The instance's PIN, stored before its first use: the platform accepts no other for a number that has one. */
const ownPin = async (deps: ConnectDeps, held: SessionRecord): Promise<string> => {
  const { table, vault } = deps;
  const { partnerId, session } = held;
  const { instance_id: id } = session;
  const newPin = (): Promise<string> => vault.seal(pinFrom(deps.newId(deps.clock())), instancePin(held));
  const sealed =
    (await readPin(table, partnerId, id)) ?? (await keepPin(table, partnerId, id, await newPin(), deps.clock()));
  return vault.open(sealed, instancePin(held));
};

/** @returns whether the PIN fits @throws PlatformError of any other refusal */
const registerWith = async (deps: ConnectDeps, access: NumberAccess, pin: string): Promise<boolean> => {
  try {
    await registerNumber(deps.platform, access, pin, deps.terms.region);
    return true;
  } catch (error) {
    if (error instanceof PlatformError && isOtherPin(error)) return false;
    throw error;
  }
};

/** @returns whether the platform replaced the number's PIN @throws PlatformError when that says nothing about the PIN */
const replacePin = async (deps: ConnectDeps, access: NumberAccess, pin: string): Promise<boolean> => {
  try {
    await setPin(deps.platform, access, pin);
    return true;
  } catch (error) {
    if (!(error instanceof PlatformError) || isTransient(error) || error.kind === 'token_invalid') throw error;
    return false;
  }
};

/** @returns whether the number is registered; it needs the PIN that its owner gave it otherwise */
const isRegisteredWith = async (
  deps: ConnectDeps,
  held: SessionRecord,
  { sealed_pin: sealed }: ConnectProgress,
  access: NumberAccess,
): Promise<boolean> => {
  if (sealed !== null) return registerWith(deps, access, await deps.vault.open(sealed, instancePin(held)));
  const pin = await ownPin(deps, held);
  if (await registerWith(deps, access, pin)) return true;
  return (await replacePin(deps, access, pin)) && (await registerWith(deps, access, pin));
};

/** Asks for the number's PIN, unless too many were wrong. */
const askForPin = (deps: ConnectDeps, held: SessionRecord, progress: ConnectProgress): Promise<SessionRecord> => {
  const wrong = progress.sealed_pin !== null;
  const wrongPins = progress.wrong_pins + (wrong ? 1 : 0);
  if (wrongPins >= mostWrongPins)
    throw new ConnectFailure('pin_wrong', 'the PIN of the phone number was entered wrongly too often');
  return ask(deps, held, { ...progress, sealed_pin: null, wrong_pins: wrongPins }, { kind: 'pin', wrong });
};

/**
 * Registers a number that is not registered yet. One of the business app is never registered: it would be taken out of
 * the app. https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/onboarding-business-app-users
 */
export const register: Step = async (deps, held, progress) => {
  const access = await accessOf(deps, held, progress);
  const askedAt = deps.clock();
  const { status, isOnBusinessApp } = await readNumber(deps.platform, access);
  const { instance } = await requireInstance(deps, held);
  const needsNothing = isOnBusinessApp || (registered.has(status) && instance.name_approved_at === null);
  if (!needsNothing && !(await isRegisteredWith(deps, held, progress, access))) return askForPin(deps, held, progress);
  const { partnerId, session } = held;
  const { sealed_pin: entered } = progress;
  return commitSession(deps, held, (_line, now) => ({
    session: {
      progress: { ...progress, step: 'registered', sealed_pin: null, wrong_pins: 0, attempts: 0 },
      busyUntil: heldUntil(deps, now),
    },
    // The next registration needs the number's PIN.
    clauses: entered === null ? [] : [replacePinClause(deps.table, partnerId, session.instance_id, entered, askedAt)],
  }));
};
