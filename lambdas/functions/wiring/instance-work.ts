import type { Deadline } from '../../kernel/deadline.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import type { Worker } from '../../kernel/work.ts';
import { openTable } from '../../runtime/clients.ts';
import { openVault } from '../../runtime/vault.ts';
import { newId, systemClock, systemRetryPolicy } from '../../runtime/clock.ts';
import { lastStepOf } from '../../runtime/deadline.ts';
import { readEnvironment, type Environment } from '../../runtime/environment.ts';
import { worker } from '../../runtime/hint-worker.ts';
import { consoleLog } from '../../runtime/logger.ts';
import { openPlatform } from '../../runtime/platform.ts';
import type { Runners } from '../../runtime/run-work.ts';
import type { InstanceDeps } from '../../lines/instance-deps.ts';

const openInstanceWork = (environment: Environment): ((deadline: Deadline) => InstanceDeps) => {
  const { tableName, keyId, graphUrl } = readEnvironment(environment, ['tableName', 'keyId', 'graphUrl']);
  const table = openTable(tableName);
  const vault = openVault(keyId);
  const platformWithin = openPlatform(graphUrl, table);
  return (deadline) => ({
    table,
    retryPolicy: systemRetryPolicy,
    clock: systemClock,
    newId,
    vault,
    platform: platformWithin(deadline),
    deadline,
  });
};

/**
 * A function that does background work on instances.
 * @param open gets the dependencies of the invocation, and when to begin no further step
 * @throws Error that names the missing variable
 */
export const instanceWorker = <W extends Worker>(
  environment: Environment,
  open: (deps: InstanceDeps, until: Milliseconds) => Runners<W>,
) => {
  const { stage } = readEnvironment(environment, ['stage']);
  const instanceWork = openInstanceWork(environment);
  return worker<W>(consoleLog({ stage }), (deadline) => open(instanceWork(deadline), lastStepOf(deadline)));
};
