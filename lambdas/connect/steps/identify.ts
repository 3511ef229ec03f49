import { ConnectFailure } from '../../domain/errors.ts';
import { revised, type Instance } from '../../domain/instance.ts';
import { isoOf, type Milliseconds } from '../../domain/time.ts';
import type { ConnectDeps } from '../connect-deps.ts';
import { accessTo, factsOf } from '../../instances/refresh-instance.ts';
import { PlatformError } from '../../platform/errors.ts';
import { listNumbers, type PlatformNumber } from '../../platform/numbers.ts';
import { readToken, type TokenFacts } from '../../platform/sign-up.ts';
import type { SessionRecord } from '../../store/instances/connect-sessions.ts';
import type { InstanceRecord } from '../../store/instances/instances.ts';
import type { Clause } from '../../store/table/commit.ts';
import { attachClauses, type NumberLink } from '../../store/instances/instance-links.ts';
import { holdsNumber, releasing, removeCallback } from '../release.ts';
import { instanceToken, sessionToken } from '../seal-contexts.ts';
import { commitSession, heldUntil, requireInstance } from '../session-commit.ts';
import type { Step } from '../step.ts';

interface SignedUp {
  readonly wabaId: string;
  readonly number: PlatformNumber;
}

/** The number of the last sign-up is the first of its business account. */
const signedUp = async (deps: ConnectDeps, token: string, wabaIds: readonly string[]): Promise<SignedUp> => {
  for (const wabaId of wabaIds) {
    const [number] = await listNumbers(deps.platform, { wabaId, token });
    if (number !== undefined) return { wabaId, number };
  }
  throw new ConnectFailure('number_missing', 'the shared business account has no phone number');
};

const signedUpAgain = async (
  deps: ConnectDeps,
  token: string,
  wabaIds: readonly string[],
  { platform_waba_id: wabaId, platform_phone_number_id: phoneNumberId }: Instance,
): Promise<SignedUp> => {
  const [number] =
    wabaId !== null && wabaIds.includes(wabaId) ? await listNumbers(deps.platform, { wabaId, token }) : [];
  if (wabaId !== null && number !== undefined && number.id === phoneNumberId) return { wabaId, number };
  throw new ConnectFailure(
    'reconnect_mismatch',
    'the chosen business account or phone number differs from the connected one',
  );
};

const usableToken = async (deps: ConnectDeps, token: string): Promise<TokenFacts> => {
  const facts = await readToken(deps.platform, await deps.app(), token);
  if (!facts.isValid) {
    throw new PlatformError({ kind: 'token_invalid', message: 'the platform has revoked the token' });
  }
  if (facts.wabaIds.length === 0) {
    throw new ConnectFailure('waba_not_shared', 'the platform names no shared business account');
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
  const access = await accessTo(deps, held.partnerId, record);
  if (access !== null) await removeCallback(deps, access);
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

/** The instance with its number. Its callback is not set yet. */
const withNumber = (instance: Instance, { wabaId, number }: SignedUp, now: Milliseconds): Instance => {
  const callback = { state: 'pending', verified_at: null, last_error: null } as const;
  const ids = { platform_waba_id: wabaId, platform_phone_number_id: number.id };
  return revised(instance, { ...ids, ...factsOf(number, now), callback }, now);
};

/** Finds the business account and the number of the sign-up, and takes the number for the instance. */
export const identify: Step = async (deps, held, progress) => {
  const { partnerId, session } = held;
  const token = await deps.vault.open(progress.sealed_token, sessionToken(held));
  const { wabaIds, expiresAt } = await usableToken(deps, token);
  const record = await requireInstance(deps, held);
  const isNew = session.mode === 'connect';
  const { wabaId, number } = isNew
    ? await signedUp(deps, token, wabaIds)
    : await signedUpAgain(deps, token, wabaIds, record.instance);
  const freed = isNew ? await letGo(deps, held, record, number) : null;
  if (freed !== null) return freed;
  const sealedForInstance = isNew ? await deps.vault.seal(token, instanceToken(held)) : null;
  return commitSession(deps, held, ({ instance, sealedToken }, now) => ({
    session: {
      progress: {
        ...progress,
        step: 'identified',
        token_expires_at: expiresAt === null ? progress.token_expires_at : isoOf(expiresAt),
        waba_id: wabaId,
        phone_number_id: number.id,
        attempts: 0,
      },
      busyUntil: heldUntil(deps, now),
    },
    ...(isNew && {
      instance: {
        instance: withNumber(instance, { wabaId, number }, now),
        sealedToken: sealedForInstance ?? sealedToken,
      },
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
