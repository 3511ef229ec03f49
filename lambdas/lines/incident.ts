import { isWell } from '../domain/instance.ts';
import type { Notification } from '../domain/notification.ts';
import { SealMismatch } from '../kernel/errors.ts';
import { day, hour, isoOf, type Milliseconds } from '../kernel/time.ts';
import { PlatformError } from '../platform/errors.ts';
import { readNumber } from '../platform/numbers.ts';
import { readInstance } from '../store/instances/instances.ts';
import { commitTelling, notificationClauses } from '../store/notifications/notifications.ts';
import {
  extendIncident,
  keepWitness,
  mostWitnesses,
  readPlatformHealth,
  type Incident,
  type PlatformHealth,
  type Witness,
} from '../store/platform/platform-health.ts';
import { isLock } from './confirm-loss.ts';
import type { RefreshDeps, TableDeps } from './instance-deps.ts';
import { isDoubtful } from './lose-token.ts';
import { observe } from './observed.ts';

/** What is refused for longer counts: the witnesses may be lost as well. */
const longest: Milliseconds = day;

/** The incident during which no line is asked about; null without one. */
export const incidentAt = ({ incident }: PlatformHealth, now: Milliseconds): Incident | null =>
  incident !== null && now < Math.min(incident.until, incident.since + longest) ? incident : null;

/** What the platform does with a line that it answered about before; null when the line is gone, or lost itself. */
const askWitness = async (deps: RefreshDeps, witness: Witness): Promise<'answers' | 'refuses' | null> => {
  const record = await readInstance(deps.table, witness.partnerId, witness.instanceId);
  if (record === null || !isWell(record.instance)) return null;
  try {
    const observed = await observe(deps, witness.partnerId, record, (access) => readNumber(deps.platform, access));
    return observed === null ? null : 'answers';
  } catch (error) {
    // A line of another partner whose token can't be opened must not fail the work on this one: it is no witness.
    if (error instanceof SealMismatch) return null;
    if (error instanceof PlatformError && (isDoubtful(error) || isLock(error))) return 'refuses';
    throw error;
  }
};

const notificationOf = ({ since }: Incident, wabaId: string): Notification => ({
  kind: 'platform_refuses_access',
  facts: {},
  category: 'platform_alerts',
  severity: 'warning',
  title: 'The platform refuses valid access',
  body: 'It refuses lines of several business accounts at once, so no line counts as lost. Sending may fail meanwhile. The service asks again by itself.',
  entity: { type: 'waba', id: wabaId },
  onceKey: `incident:${isoOf(since)}`,
});

/** Notifies a partner once of an incident. */
export const notifyOfIncident = (
  deps: TableDeps,
  partnerId: string,
  wabaId: string,
  incident: Incident,
): Promise<void> =>
  commitTelling(
    deps.table,
    [],
    notificationClauses(deps.table, deps.newId),
    partnerId,
    [notificationOf(incident, wabaId)],
    deps.clock(),
  );

/**
 * Whether a proven loss is one of many: the platform refuses lines of other accounts as well, about which it answered before. Then
 * nothing is lost yet. A stage with lines of one account has no witness.
 * @param wabaId null: the account is not known, and may be that of a witness
 * @throws PlatformError when it can't be known
 */
export const isIncident = async (deps: RefreshDeps, partnerId: string, wabaId: string | null): Promise<boolean> => {
  const health = await readPlatformHealth(deps.table);
  if (incidentAt(health, deps.clock()) !== null) return true;
  let refusals = 0;
  for (const witness of health.witnesses.filter((one) => one.wabaId !== wabaId)) {
    const does = await askWitness(deps, witness);
    if (does === 'answers') return false;
    if (does === 'refuses') refusals += 1;
  }
  if (refusals < (wabaId === null ? 2 : 1)) return false;
  if (await extendIncident(deps.table, deps.clock())) deps.reportIncident();
  const incident = incidentAt(await readPlatformHealth(deps.table), deps.clock());
  if (incident === null) return false;
  // A round notifies whose sign-up has no account yet.
  if (wabaId !== null) await notifyOfIncident(deps, partnerId, wabaId, incident);
  return true;
};

/**
 * Whether another witness is worth a write: there are too few, those of an hour ago may have been lost since, and after an incident any is
 * better than those that were refused.
 */
const isWanted = (
  { witnesses, witnessedAt, incident }: PlatformHealth,
  { wabaId }: Witness,
  now: Milliseconds,
): boolean =>
  (witnesses.length < mostWitnesses && !witnesses.some((one) => one.wabaId === wabaId)) ||
  witnessedAt < now - hour ||
  (incident !== null && witnessedAt < incident.until);

/** Keeps a line as a witness after the platform answered about it. */
export const witness = async (deps: TableDeps, health: PlatformHealth, line: Witness): Promise<void> => {
  const now = deps.clock();
  if (isWanted(health, line, now)) await keepWitness(deps.table, health, line, now);
};
