import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Duration } from 'aws-cdk-lib/core';
import { backupVaultOf, copiesVaultOf, type BackupCopies, type ReplicaRegion } from '../disasters.ts';
import { graph, grain } from './graph.ts';
import type { Watch } from './watch.ts';

/** Daily jobs: https://docs.aws.amazon.com/aws-backup/latest/devguide/cloudwatch.html */
const jobs = (kind: 'BackupJobsFailed' | 'BackupJobsExpired' | 'BackupJobsAborted' | 'CopyJobsFailed', vault: string) =>
  new Metric({
    namespace: 'AWS/Backup',
    metricName: `NumberOf${kind}`,
    dimensionsMap: { BackupVaultName: vault },
    statistic: Stats.SUM,
    period: Duration.days(1),
  });

export const watchBackups = (watch: Watch, backup: BackupCopies): void => {
  const [own, copies] = [backupVaultOf(watch.stage.name, backup), copiesVaultOf(watch.stage.name, backup)];
  const failed = new MathExpression({
    expression: 'FILL(backups, 0) + FILL(expired, 0) + FILL(aborted, 0) + FILL(sent, 0) + FILL(received, 0)',
    label: 'failed',
    // A copy job may be counted for either of its vaults.
    usingMetrics: {
      backups: jobs('BackupJobsFailed', own),
      // It did not start within its hour, or did not end within twelve.
      expired: jobs('BackupJobsExpired', own),
      aborted: jobs('BackupJobsAborted', own),
      sent: jobs('CopyJobsFailed', own),
      received: jobs('CopyJobsFailed', copies),
    },
    period: Duration.days(1),
  });
  watch.raise('BackupsFail', {
    severity: 'ticket',
    impact: 'A daily backup of the table, or its copy elsewhere, failed.',
    section: 'backups-fail',
    metric: failed,
    threshold: { above: 0 },
    periods: { bad: 1, of: 1 },
  });
  watch.show('Backups', graph('Jobs that failed in a day', 'count', [failed]));
};

export const watchReplica = (watch: Watch, table: ITableV2, { region }: ReplicaRegion): void => {
  const lag = (period: Duration): Metric =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName: 'ReplicationLatency',
      dimensionsMap: { TableName: table.tableName, ReceivingRegion: region },
      statistic: Stats.AVERAGE,
      period,
    });
  watch.raise('ReplicaLagsBehind', {
    severity: 'ticket',
    impact: 'The replica in another region is minutes behind. A fail-over would lose these minutes.',
    section: 'the-replica-lags-behind',
    metric: lag(Duration.minutes(1)),
    threshold: { above: Duration.minutes(1).toMilliseconds() },
    periods: { bad: 10, of: 15 },
  });
  watch.show('The replica', graph('From a write to the replica', 'milliseconds', [lag(grain)]));
};
