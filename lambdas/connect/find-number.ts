import { mapLimited } from '../kernel/map-limited.ts';
import type { NumberOption, ReportedAssets } from '../domain/connect-session.ts';
import { ConnectFailure } from '../kernel/errors.ts';
import type { Instance } from '../domain/instance.ts';
import type { Milliseconds } from '../kernel/time.ts';
import { isUnreadable, listPortfolioWabas, readWabaName } from '../platform/business-accounts.ts';
import { PlatformError } from '../platform/errors.ts';
import { listNumbers, type PlatformNumber } from '../platform/numbers.ts';
import { readInstanceOfNumber } from '../store/instances/connected-numbers.ts';
import type { ConnectDeps } from './connect-deps.ts';

/** A number with the business account that lists it. */
export interface FoundNumber {
  readonly wabaId: string;
  readonly number: PlatformNumber;
}

/** The token of a sign-up, with the business accounts that it is valid for; none when the platform does not name them. */
interface Granted {
  readonly token: string;
  readonly wabaIds: readonly string[];
}

/** The platform's times have whole seconds, and its clock may differ from ours. */
const clockDifference: Milliseconds = 10_000;

const mostWabas = 25;
const callsAtOnce = 5;
const mostOptions = 50;

/** Whether the number was signed up since then. */
const isNewSince =
  (since: Milliseconds) =>
  ({ number: { lastOnboardedAt } }: FoundNumber): boolean =>
    lastOnboardedAt !== null && lastOnboardedAt >= since - clockDifference;

/** Whether one business account can't be read, which says nothing of the customer's other ones. The platform locks single accounts. */
const isClosed = (error: unknown): error is PlatformError =>
  isUnreadable(error) || (error instanceof PlatformError && error.kind === 'account');

/** The numbers of a business account; the refusal when it can't be read. */
const numbersOf = async (
  deps: ConnectDeps,
  token: string,
  wabaId: string,
): Promise<readonly FoundNumber[] | PlatformError> => {
  try {
    return (await listNumbers(deps.platform, { wabaId, token })).map((number) => ({ wabaId, number }));
  } catch (error) {
    if (isClosed(error)) return error;
    throw error;
  }
};

interface Listed {
  readonly all: readonly FoundNumber[];
  /** Why an account shows no numbers that the platform has locked; null: none is locked. */
  readonly locked: PlatformError | null;
}

/** The numbers of all business accounts that the token reads. @throws ConnectFailure when it reads none, PlatformError when they are locked */
const allNumbers = async (deps: ConnectDeps, token: string, wabaIds: readonly string[]): Promise<Listed> => {
  const lists = await mapLimited(wabaIds.slice(0, mostWabas), callsAtOnce, (wabaId) => numbersOf(deps, token, wabaId));
  const refusals = lists.filter((list) => list instanceof PlatformError);
  const locked = refusals.find(({ kind }) => kind === 'account') ?? null;
  if (refusals.length < lists.length) {
    return { all: lists.flatMap((list) => (list instanceof PlatformError ? [] : list)), locked };
  }
  if (locked !== null) throw locked;
  throw new ConnectFailure('waba_not_shared', 'the sign-up shared no business account that its token reads');
};

/** The business accounts to look at. The platform does not name them for every token. */
const wabasToRead = async (
  deps: ConnectDeps,
  { token, wabaIds }: Granted,
  told: ReportedAssets | null,
): Promise<readonly string[]> => {
  if (wabaIds.length > 0) return wabaIds;
  const listed = await listPortfolioWabas(deps.platform, token, told?.business_id ?? null);
  return told?.waba_id == null ? listed : [...new Set([told.waba_id, ...listed])];
};

/** What is known of a sign-up beside its token. */
interface SignUpFacts {
  readonly told: ReportedAssets | null;
  /** When it began, at the earliest. */
  readonly since: Milliseconds;
}

/** The number that the sign-up's window reported, if the token confirms it. */
const findReported = async (
  deps: ConnectDeps,
  { token, wabaIds }: Granted,
  { told, since }: SignUpFacts,
): Promise<FoundNumber | null> => {
  if (told?.waba_id == null || (wabaIds.length > 0 && !wabaIds.includes(told.waba_id))) return null;
  const listed = await numbersOf(deps, token, told.waba_id);
  if (listed instanceof PlatformError && !isUnreadable(listed)) throw listed;
  const numbers = listed instanceof PlatformError ? [] : listed;
  const { phone_number_id: phoneNumberId } = told;
  if (phoneNumberId !== null) return numbers.find(({ number }) => number.id === phoneNumberId) ?? null;
  // The end of a sign-up of a business app's number names the business account alone.
  const fitting = numbers.filter(({ number }) => number.isOnBusinessApp || !told.on_business_app);
  const [first, ...others] = fitting.filter(isNewSince(since));
  return others.length === 0 ? (first ?? null) : null;
};

/** The numbers that no other instance is connected to. */
const freeOf = async (
  deps: ConnectDeps,
  instanceId: string,
  found: readonly FoundNumber[],
): Promise<readonly FoundNumber[]> => {
  const holders = await mapLimited(found, callsAtOnce, ({ number }) => readInstanceOfNumber(deps.table, number.id));
  return found.filter((_, index) => holders[index] === null || holders[index] === instanceId);
};

/** The last signed up first. Numbers of one second keep the order of the platform's list, which is the same. */
const newestFirst = (found: readonly FoundNumber[]): readonly FoundNumber[] =>
  found.toSorted((left, right) => (right.number.lastOnboardedAt ?? 0) - (left.number.lastOnboardedAt ?? 0));

/**
 * The number that a sign-up gave: the one that its window reported and the token confirms, or the only one that was signed
 * up since it began. Otherwise all numbers that the token reads.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/implementation
 * @throws ConnectFailure waba_not_shared, number_missing
 */
export const findNewNumber = async (
  deps: ConnectDeps,
  granted: Granted,
  { id }: Instance,
  facts: SignUpFacts,
): Promise<FoundNumber | readonly FoundNumber[]> => {
  const confirmed = await findReported(deps, granted, facts);
  if (confirmed !== null) return confirmed;
  const { all, locked } = await allNumbers(deps, granted.token, await wabasToRead(deps, granted, facts.told));
  if (all.length === 0) {
    if (locked !== null) throw locked;
    throw new ConnectFailure('number_missing', 'the shared business accounts have no phone number');
  }
  const newer = all.filter(isNewSince(facts.since));
  const free = newer.length < 2 ? newer : await freeOf(deps, id, newer);
  const [first, ...others] = free.length === 0 ? newer : free;
  return first !== undefined && others.length === 0 ? first : newestFirst(all).slice(0, mostOptions);
};

const mismatch = (): ConnectFailure =>
  new ConnectFailure(
    'reconnect_mismatch',
    'the chosen business account or phone number differs from the connected one',
  );

/**
 * The number of a connected instance, in whichever business account it is listed now, unless another number was signed up
 * in its place.
 * @throws ConnectFailure waba_not_shared, reconnect_mismatch
 */
export const findOwnNumber = async (
  deps: ConnectDeps,
  granted: Granted,
  { id, platform_waba_id: wabaId, platform_phone_number_id: phoneNumberId }: Instance,
  facts: SignUpFacts,
): Promise<FoundNumber> => {
  const isOwn = ({ number }: FoundNumber): boolean => number.id === phoneNumberId;
  const confirmed = await findReported(deps, granted, facts);
  if (confirmed !== null && !isOwn(confirmed)) throw mismatch();
  if (confirmed !== null) return confirmed;
  const listed = await wabasToRead(deps, granted, facts.told);
  const isNamed = granted.wabaIds.length === 0 || listed.includes(wabaId ?? '');
  const wabaIds = wabaId !== null && isNamed ? [wabaId, ...listed.filter((one) => one !== wabaId)] : listed;
  const { all, locked } = await allNumbers(deps, granted.token, wabaIds);
  const own = all.find(isOwn);
  if (own === undefined) throw locked ?? mismatch();
  const newer = newestFirst(all.filter(isNewSince(facts.since)));
  const later = newer.includes(own) ? newer.slice(0, newer.indexOf(own)) : newer;
  if ((await freeOf(deps, id, later)).length > 0) throw mismatch();
  return own;
};

/** What the end customer chooses from. A name that cannot be read is left out. */
export const optionsOf = async (
  deps: ConnectDeps,
  token: string,
  found: readonly FoundNumber[],
): Promise<readonly NumberOption[]> => {
  const wabaIds = [...new Set(found.map(({ wabaId }) => wabaId))];
  const names = await mapLimited(wabaIds, callsAtOnce, async (wabaId): Promise<[string, string | null]> => {
    try {
      return [wabaId, await readWabaName(deps.platform, { wabaId, token })];
    } catch (error) {
      if (isClosed(error)) return [wabaId, null];
      throw error;
    }
  });
  const nameOf = new Map(names);
  return found.map(({ wabaId, number }) => ({
    waba_id: wabaId,
    waba_name: nameOf.get(wabaId) ?? null,
    phone_number_id: number.id,
    display_phone_number: number.displayPhoneNumber,
    verified_name: number.verifiedName,
  }));
};
