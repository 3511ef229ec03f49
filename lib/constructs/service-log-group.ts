import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { removalPolicyOf } from '../removal-policy.ts';
import type { StageConfig } from '../stages.ts';

const retention: Record<StageConfig['logs']['retentionDays'], RetentionDays> = {
  7: RetentionDays.ONE_WEEK,
  30: RetentionDays.ONE_MONTH,
  90: RetentionDays.THREE_MONTHS,
  180: RetentionDays.SIX_MONTHS,
  365: RetentionDays.ONE_YEAR,
};

export const retentionOf = ({ logs }: StageConfig): RetentionDays => retention[logs.retentionDays];

/** Encrypted with CloudWatch's key, because logs contain neither personal data nor secrets. */
export class ServiceLogGroup extends LogGroup {
  constructor(scope: Construct, id: string, stage: StageConfig) {
    super(scope, id, { retention: retentionOf(stage), removalPolicy: removalPolicyOf(stage) });
  }
}
