import { Alias, CfnReplicaKey, Key } from 'aws-cdk-lib/aws-kms';
import { AccountRootPrincipal, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnOutput, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { replicaKeyArnOf, type ReplicaRegion } from './disasters.ts';
import { pinLogicalId } from './logical-id.ts';
import { removalPolicyOf } from './removal-policy.ts';
import { stackProps } from './stack-props.ts';
import type { StageConfig } from './stages.ts';

/** The replica of the stage's key in another region: it opens there what was sealed here, and the replica of the table. */
export class ReplicaStack extends Stack {
  constructor(scope: Construct, id: string, stage: StageConfig, replica: ReplicaRegion) {
    super(scope, id, stackProps(stage, 'replica', 'The key of swift-worker in another region'));
    const key = new CfnReplicaKey(this, 'Key', {
      primaryKeyArn: replica.keyArn,
      description: `swift-worker ${stage.name}: the table, platform tokens, webhook secrets`,
      // The default policy of a key: https://docs.aws.amazon.com/kms/latest/developerguide/key-policy-default.html
      keyPolicy: new PolicyDocument({
        statements: [
          new PolicyStatement({ principals: [new AccountRootPrincipal()], actions: ['kms:*'], resources: ['*'] }),
        ],
      }),
      pendingWindowInDays: stage.data.keyRecoveryDays,
    });
    key.applyRemovalPolicy(removalPolicyOf(stage));
    key.overrideLogicalId('ReplicaKey');
    const named = Key.fromKeyArn(this, 'Named', replicaKeyArnOf(replica));
    const alias = new Alias(this, 'Alias', { aliasName: `swift-worker-${stage.name}`, targetKey: named });
    alias.node.addDependency(key);
    pinLogicalId(alias, 'ReplicaKeyAlias');
    new CfnOutput(this, 'ReplicaKeyArn', { value: key.attrArn });
  }
}
