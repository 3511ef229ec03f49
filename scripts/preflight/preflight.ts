import type { Milliseconds } from '../../lambdas/kernel/time.ts';
import { stacksOf } from '../../lib/stage-stacks.ts';
import { standbyOf, whereItServes } from '../../lib/standby.ts';
import type { DeployedStage } from '../../lib/stages.ts';
import { alarmSubscribers } from './alarm-subscribers.ts';
import { anomalyMonitor } from './anomaly-monitor.ts';
import { backups } from './backups.ts';
import { bootstrap } from './bootstrap.ts';
import { identify } from './caller.ts';
import { certificates } from './certificates.ts';
import { concurrency } from './concurrency.ts';
import { findStack } from './deployed-stack.ts';
import { firewallRules } from './firewall-rules.ts';
import { lookAtGraphVersion } from './graph-version.ts';
import { hostedZone } from './hosted-zone.ts';
import { identityProvider } from './identity-provider.ts';
import { warning, type Item } from './item.ts';
import { mailIdentity } from './mail-identity.ts';
import { mail } from './mail.ts';
import { platformApp } from './platform-app.ts';
import { platformSecret } from './platform-secret.ts';
import { replicas } from './replicas.ts';
import { servingTable } from './serving-table.ts';
import { stageKey } from './stage-key.ts';
import { standbyTable } from './standby-table.ts';
import { stackState } from './stack-state.ts';
import { lookAtValues } from './stage-values.ts';
import { unknown, type Check, type StackSubject, type Subject } from './subject.ts';
import { tableQuota } from './table-quota.ts';
import { takenNames } from './taken-names.ts';

/** The checks that do not need the stage's stack. */
const ofAccount: readonly Check[] = [
  bootstrap,
  concurrency,
  tableQuota,
  certificates,
  hostedZone,
  firewallRules,
  mailIdentity,
  identityProvider,
];
/** The checks of the stage's stack, if it exists. */
const ofStack: readonly Check[] = [
  stackState,
  servingTable,
  stageKey,
  replicas,
  anomalyMonitor,
  backups,
  takenNames,
  platformSecret,
  platformApp,
  mail,
  alarmSubscribers,
];
/** The checks of the standby, as it is after a fail-over. */
const ofStandby: readonly Check[] = [standbyTable, concurrency, tableQuota, certificates, mailIdentity, platformSecret];

const outcome = async (check: Check, subject: Subject): Promise<readonly Item[]> => {
  try {
    return await check.look(subject);
  } catch (error) {
    return [unknown(check, error)];
  }
};

const readStacks = (stage: DeployedStage, clientsIn: Subject['clientsIn']): Promise<readonly StackSubject[]> =>
  Promise.all(
    stacksOf(stage).map(async (planned) => {
      const clients = clientsIn(planned.region);
      return { planned, clients, stack: await findStack(clients, planned.name) };
    }),
  );

const lookAtStandby = async ({ stage, clientsIn, stacks }: Subject): Promise<readonly Item[]> => {
  const { tables, replica } = stage;
  if (replica?.standby === undefined) return [];
  if (standbyOf(stage) === null) {
    const problem = `replica.standby names generation ${String(replica.standby.generation)} of the table, and ${String(tables.serving)} serves: the standby is not deployed`;
    return [warning('standby', problem, 'Set streamArn and generation of replica.standby in lib/stages.ts anew.')];
  }
  const opened = whereItServes({ ...stage, tables: { ...tables, failedOver: true } });
  const clients = clientsIn(opened.region);
  const stack = stacks.find(({ planned }) => planned.part === 'standby')?.stack ?? null;
  const subject = { stage: opened, clients, clientsIn, stack, stacks: [] };
  const items = (await Promise.all(ofStandby.map((check) => outcome(check, subject)))).flat();
  return items.map((item) => ({ ...item, name: `standby: ${item.name}` }));
};

/**
 * Checks everything that a deployment of a stage needs, without changing anything.
 * @param clientsIn opens the clients of a region
 */
export const preflight = async (
  clientsIn: Subject['clientsIn'],
  stage: DeployedStage,
  stages: readonly DeployedStage[],
  now: Milliseconds,
): Promise<readonly Item[]> => {
  const clients = clientsIn(stage.region);
  const { accountId, items } = await identify(clients, stage, stages);
  const values = [...lookAtValues(stage), lookAtGraphVersion(stage.graphVersion, now)];
  if (accountId === null) return [...items, ...values];
  const looking = async (checks: readonly Check[], stacks: Subject['stacks']): Promise<readonly Item[]> => {
    const stack = stacks.find(({ planned }) => planned.part === 'service')?.stack ?? null;
    const subject = { stage, clients, clientsIn, stack, stacks };
    const found = await Promise.all([...checks.map((check) => outcome(check, subject)), lookAtStandby(subject)]);
    return found.flat();
  };
  try {
    const stacks = await readStacks(stage, clientsIn);
    return [...items, ...(await looking([...ofAccount, ...ofStack], stacks)), ...values];
  } catch (error) {
    return [...items, ...(await looking(ofAccount, [])), unknown(stackState, error), ...values];
  }
};
