import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import {
  LambdaDeploymentConfig,
  LambdaDeploymentGroup,
  type ILambdaDeploymentConfig,
} from 'aws-cdk-lib/aws-codedeploy';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import { CfnResource, Tags, Validations } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { pinLogicalId } from '../logical-id.ts';
import type { StageConfig } from '../stages.ts';
import { allow, allowUnseen } from '../unseen-grants.ts';
import type { ServiceFunction } from './service-function.ts';

export interface GradualReleaseProps {
  readonly stage: StageConfig;
  readonly alias: Alias;
  /** Any of them rolls back a release in progress. */
  readonly alarms: readonly IAlarm[];
  /** Calls a new version before traffic reaches it, and stops its release when the call fails; null: no check. */
  readonly check: ServiceFunction | null;
}

const pace: Readonly<Record<StageConfig['release'], ILambdaDeploymentConfig>> = {
  canary: LambdaDeploymentConfig.CANARY_10PERCENT_10MINUTES,
  'at once': LambdaDeploymentConfig.ALL_AT_ONCE,
};

const resourceOf = ({ node: { defaultChild } }: Construct): CfnResource => {
  if (defaultChild instanceof CfnResource) return defaultChild;
  throw new Error('the construct has no resource of its own');
};

/** Stopping a deployment always takes it back; an alarm stops it unless a person said why it must not. */
const rollbackOf = ({ despiteAlarm }: StageConfig, watched: boolean) => ({
  ignoreAlarmConfiguration: despiteAlarm !== null,
  autoRollback: {
    failedDeployment: true,
    stoppedDeployment: true,
    deploymentInAlarm: watched && despiteAlarm === null,
  },
});

/** Shifts traffic to a new version at the stage's pace, and back on an alarm. */
export class GradualRelease extends Construct {
  constructor(scope: Construct, id: string, { stage, alias, alarms, check }: GradualReleaseProps) {
    super(scope, id);
    // Calls fail as intended during a maintenance, and shortly before it ends.
    const watched = stage.tables.maintenance === 'off';
    const group = new LambdaDeploymentGroup(this, 'Group', {
      alias,
      alarms: watched ? [...alarms] : [],
      deploymentConfig: pace[watched ? stage.release : 'at once'],
      ...rollbackOf(stage, watched),
    });
    pinLogicalId(group, `${scope.node.id}Releases`);
    // The call may fail for the cause of an alarm, which a release despite the alarm repairs.
    if (check !== null && watched && stage.despiteAlarm === null) this.#addCheck(group, alias, check);
    // CloudTrail records the tag with its value: who deployed despite an alarm, and why. The role has no need of it.
    if (stage.despiteAlarm !== null) Tags.of(resourceOf(group)).add('despite-alarm', stage.despiteAlarm);
    Validations.of(group.role).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
      reason: 'CodeDeploy requires the policy, and only CodeDeploy may assume the role.',
    });
  }

  /** Not `addPreHook`, which allows the invocation of every version of the hook. */
  #addCheck(group: LambdaDeploymentGroup, alias: Alias, check: ServiceFunction): void {
    const hook = 'UpdatePolicy.CodeDeployLambdaAliasUpdate.BeforeAllowTrafficHook';
    resourceOf(alias).addOverride(hook, check.function.functionName);
    allow(group.role, { actions: ['lambda:InvokeFunction'], resources: [check.function.functionArn] });
    // The deployment that adds the check needs the permission already.
    alias.node.addDependency(group.role.node.findChild('DefaultPolicy'));
    allowUnseen(
      check,
      { actions: ['codedeploy:PutLifecycleEventHookExecutionStatus'], resources: [group.deploymentGroupArn] },
      'Each stage has deployments of its own.',
    );
  }
}
