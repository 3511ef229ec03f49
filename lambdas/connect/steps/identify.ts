import { madeAt, syncTypes, type ConnectProgress } from '../../domain/connect-session.ts';
import { ConnectFailure } from '../../kernel/errors.ts';
import { afterReconnection } from '../../domain/instance-facts.ts';
import { revised, type Instance, type NumberFacts } from '../../domain/instance.ts';
import { isoOf, type Milliseconds } from '../../kernel/time.ts';
import type { ConnectDeps } from '../connect-deps.ts';
import { observe } from '../../lines/observed.ts';
import { factsOf } from '../../lines/refresh-instance.ts';
import { PlatformError } from '../../platform/errors.ts';
import { readNumber, type PlatformNumber } from '../../platform/numbers.ts';
import { readToken, type TokenFacts } from '../../platform/sign-up.ts';
import type { SessionRecord } from '../../store/instances/connect-sessions.ts';
import type { InstanceRecord } from '../../store/instances/instances.ts';
import type { Clause } from '../../store/table/commit.ts';
import { attachClauses, type NumberLink } from '../../store/instances/instance-links.ts';
import { ask } from '../ask.ts';
import { findNewNumber, findOwnNumber, optionsOf, type FoundNumber } from '../find-number.ts';
import { holdsNumber, releasing, removeCallback } from '../release.ts';
import { instanceToken, sessionToken } from '../seal-contexts.ts';
import { commitSession, heldUntil, requireInstance } from '../session-commit.ts';
import type { Step } from '../step.ts';

const usableToken = async (deps: ConnectDeps, token: string): Promise<TokenFacts> => {
  const app = await deps.app();
  const facts = await readToken(deps.platform, app, token);
  if (!facts.isValid) {
    throw new PlatformError({ kind: 'token_invalid', message: 'the platform has revoked the token' });
  }
  if (facts.appId !== app.id) {
    throw new PlatformError({ kind: 'token_invalid', message: 'the token was given to another app' });
  }
  return facts;
};

/** Releases another number that an earlier session left at the instance. @returns null when there is none */
const letGo = async (
  deps: ConnectDeps,
  held: SessionRecord,
  record: InstanceRecord,
  number: PlatformNumber,
): Promise<SessionRecord | null> => {
  if (!holdsNumber(record.instance) || record.instance.platform_phone_number_id === number.id) return null;
  await observe(deps, held.partnerId, record, (access) => removeCallback(deps, access));
  return commitSession(deps, held, (current, now) => ({
    session: { busyUntil: heldUntil(deps, now) },
    ...(holdsNumber(current.instance) && releasing(deps, held, current, revised(current.instance, {}, now), null)),
  }));
};

const numberTaken = (): ConnectFailure =>
  new ConnectFailure('number_taken', 'the phone number is connected to another instance');

const attaching = (deps: ConnectDeps, link: NumberLink): readonly Clause[] =>
  attachClauses(deps.table, link).map((clause) =>
    clause.refuse === undefined ? clause : { ...clause, refuse: numberTaken },
  );

/** The facts of the number, which may be another one than before. */
const factsFor = (instance: Instance, number: PlatformNumber, askedAt: Milliseconds): NumberFacts => {
  const seen = factsOf(number, askedAt);
  return instance.platform_phone_number_id === number.id ? afterReconnection(instance, seen) : seen;
};

/** The instance with its number. Its callback is not set yet. */
const withNumber = (
  instance: Instance,
  { wabaId, number }: FoundNumber,
  askedAt: Milliseconds,
  now: Milliseconds,
): Instance =>
  revised(
    instance,
    {
      platform_waba_id: wabaId,
      platform_phone_number_id: number.id,
      coexistence: number.isOnBusinessApp,
      ...factsFor(instance, number, askedAt),
      callback: { state: 'pending', verified_at: null, last_error: null },
    },
    now,
  );

/** The number of the sign-up, or those among which the end customer has to choose. */
const findNumber = async (
  deps: ConnectDeps,
  { session }: SessionRecord,
  progress: ConnectProgress,
  instance: Instance,
  granted: { readonly token: string; readonly wabaIds: readonly string[] },
): Promise<FoundNumber | readonly FoundNumber[]> => {
  const { waba_id: wabaId, phone_number_id: phoneNumberId, told, signed_up_since: since } = progress;
  if (wabaId !== null && phoneNumberId !== null) {
    const { token } = granted;
    return { wabaId, number: await readNumber(deps.platform, { wabaId, phoneNumberId, token }) };
  }
  const facts = { told, since: since === null ? madeAt(session) : Date.parse(since) };
  return session.mode === 'reconnect'
    ? findOwnNumber(deps, granted, instance, facts)
    : findNewNumber(deps, granted, instance, facts);
};

/** Takes the number for the instance, and the token with it. */
const take = async (
  deps: ConnectDeps,
  held: SessionRecord,
  progress: ConnectProgress,
  found: FoundNumber,
  token: string,
  askedAt: Milliseconds,
): Promise<SessionRecord> => {
  const { partnerId, session } = held;
  const isNew = session.mode === 'connect';
  const sealedForInstance = isNew ? await deps.vault.seal(token, instanceToken(held)) : null;
  const { wabaId, number } = found;
  const coexistence = number.isOnBusinessApp;
  const syncs = isNew && coexistence && deps.terms.withHistory ? syncTypes : [];
  return commitSession(deps, held, ({ instance, sealedToken }, now) => ({
    session: {
      progress: {
        ...progress,
        step: 'identified',
        waba_id: wabaId,
        phone_number_id: number.id,
        coexistence,
        syncs,
        attempts: 0,
      },
      busyUntil: heldUntil(deps, now),
    },
    ...(isNew && {
      instance: { instance: withNumber(instance, found, askedAt, now), sealedToken: sealedForInstance ?? sealedToken },
      clauses: attaching(deps, {
        partnerId,
        instanceId: session.instance_id,
        customerId: instance.partner_customer_id,
        phoneNumberId: number.id,
        wabaId,
      }),
    }),
  }));
};

/**
 * Finds the business account and the number of the sign-up, and takes the number for the instance. When it is not clear
 * which number was meant, it asks the end customer and changes nothing.
 */
export const identify: Step = async (deps, held, progress) => {
  const token = await deps.vault.open(progress.sealed_token, sessionToken(held));
  const { wabaIds, expiresAt } = await usableToken(deps, token);
  const record = await requireInstance(deps, held);
  const askedAt = deps.clock();
  const found = await findNumber(deps, held, progress, record.instance, { token, wabaIds });
  if (!('number' in found)) {
    return ask(deps, held, progress, { kind: 'choice', options: await optionsOf(deps, token, found) });
  }
  const freed = held.session.mode === 'connect' ? await letGo(deps, held, record, found.number) : null;
  if (freed !== null) return freed;
  const expiry = expiresAt === null ? progress.token_expires_at : isoOf(expiresAt);
  return take(deps, held, { ...progress, token_expires_at: expiry }, found, token, askedAt);
};
