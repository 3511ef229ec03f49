import type { StageTables } from '../../lib/stage-tables.ts';
import { Failure } from '../../operator/failure.ts';
import type { RestoredStage } from './restored-stage.ts';

/** What a call to a stage without credentials says about it. */
export type Condition = 'serves' | 'closed' | 'silent';

interface FailOver {
  readonly standby: Pick<RestoredStage, 'tables' | 'deploy' | 'tableName' | 'whenRead' | 'apiUrl' | 'lastWrite'>;
  /** Whether both regions have the same ApiUrl, that of a domain. Its records still name the first region. */
  readonly shareAddress: boolean;
  /** The ApiUrl of the first region. */
  readonly firstUrl: string;
  /** Whether the person has made sure that a first region that does not answer stays away. */
  readonly sure: boolean;
  readonly conditionOf: (apiUrl: string) => Promise<Condition>;
  readonly say: (line: string) => void;
  readonly now: () => number;
}

/** Both regions would write, and each would overwrite the other: test/restore/fail-over.proof.ts */
const refuseTwo = async ({ standby, shareAddress, firstUrl, sure, conditionOf }: FailOver): Promise<void> => {
  if (!shareAddress && new URL(firstUrl).host === new URL(await standby.apiUrl()).host) {
    throw new Failure('usage', 'not_first', `${firstUrl} is the address of the standby`, {
      next: 'name the output ApiUrl of the first region',
    });
  }
  const condition = await conditionOf(firstUrl);
  if (condition === 'closed' || (condition === 'silent' && sure)) return;
  if (condition === 'serves') {
    throw new Failure('refused', 'first_serves', 'the first region answers calls', {
      next: 'close it: set "maintenance" of the stage to "closed" in lib/stage-tables.json, and deploy',
    });
  }
  throw new Failure('refused', 'first_unknown', 'the first region does not answer; its workers may still run', {
    next: 'make sure that it does not return, then repeat the command with --yes',
  });
};

/** Nothing writes to the table of a closed standby but the replication. */
const sayWhatIsLost = async ({ standby, say }: FailOver, table: string, began: number): Promise<void> => {
  const last = await standby.lastWrite(table, began).catch(() => null);
  say(
    last === null
      ? 'no write of the last day is known to have arrived: see ReplicationLatency of the first region'
      : `the last write arrived in the minute of ${last.toISOString()}; what the first region acknowledged later is not here`,
  );
};

/**
 * Opens the standby of a stage. Each step is a deployment that may be repeated, so a second command continues an interrupted one.
 * @throws Failure when the first region may still write, or the standby does not answer
 */
export const failOver = async (it: FailOver): Promise<void> => {
  const { standby, shareAddress, conditionOf, say, now } = it;
  const began = now();
  const seconds = (): string => `${String(Math.round((now() - began) / 1_000))} s`;
  const { serving, beside, maintenance: reached, failedOver = false } = await standby.tables();
  if (failedOver && reached === 'off') {
    throw new Failure('usage', 'failed_over', 'the stage has failed over', {
      next: 'if the last deployment was interrupted, deploy the stage again',
    });
  }
  const within = (maintenance: StageTables['maintenance']): StageTables => ({
    serving,
    // The other tables of the first region are not replicated.
    beside: failedOver ? beside : [],
    maintenance,
    failedOver: true,
  });
  // The readers of the stream begin first: they miss the changes of calls that are answered before they read.
  if (!failedOver || reached !== 'opening') {
    await refuseTwo(it);
    const table = await standby.tableName(serving);
    await standby.deploy(within('erasing'));
    say(`${seconds()}: the readers of the stream start`);
    await standby.whenRead(table);
    // CloudWatch has the minutes before by now.
    if (!failedOver) await sayWhatIsLost(it, table, began);
  }
  // Without alarms first, because those of the maintenance would roll the deployment back.
  await standby.deploy(within('opening'));
  const apiUrl = await standby.apiUrl();
  if (!shareAddress && (await conditionOf(apiUrl)) !== 'serves') {
    throw new Failure('unreachable', 'standby_silent', `${apiUrl} does not answer calls`, {
      next: 'the alarms of the region name the cause; then repeat the command',
    });
  }
  say(`${seconds()}: ${apiUrl} answers calls${shareAddress ? ' once the records of the domain name this region' : ''}`);
  await standby.deploy(within('off'));
  say(`${seconds()}: done`);
};
