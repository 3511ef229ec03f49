import type { DeployedStage } from '../../lib/stages.ts';
import { withAuditCopy, withProbe } from '../../tools/harness/synthesised.ts';
import { edge, hostedZone, withDomain } from './with-domain.ts';

export const account = '111122223333';
export const keyIn = (region: string): string => `arn:aws:kms:${region}:${account}:key/mrk-${'a'.repeat(32)}`;

const { domain: known } = withDomain({ edge, hostedZone });
if (known === undefined) throw new Error('there is no domain');
export const domain = known;

export const anomalies = { dollars: 10, monitor: 'new' } as const;

/** The stage with every value that adds resources. */
export const wholeStage = (stage: DeployedStage): DeployedStage =>
  withAuditCopy(
    withProbe({
      ...stage,
      account,
      domain,
      portal: { publishableKey: stage.name === 'production' ? 'pk_live_0123456789' : 'pk_test_0123456789' },
      backup: { region: 'eu-central-1', keepDays: 35 },
      replica: { region: 'eu-central-1', keyArn: keyIn(stage.region), table: true },
      budget: { dollarsPerMonth: 100, anomalies },
      auditTrail: { retentionDays: 90, table: true },
      alarms: { ...stage.alarms, subscribers: { page: ['on-call@operator.test'], ticket: ['team@operator.test'] } },
      delivery: { repository: 'acme/swift-worker', identityProvider: 'new' },
    }),
  );
