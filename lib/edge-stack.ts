import { CfnOutput, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { accountOf } from './account-of.ts';
import { edgeRegion } from './address.ts';
import type { Domain, Edge } from './domain.ts';
import { Distribution } from './constructs/distribution.ts';
import { Firewall } from './constructs/firewall.ts';
import { OriginSecret } from './constructs/origin-secret.ts';
import { addAlarmTopic } from './observability/alarm-topic.ts';
import { watchEdge } from './observability/edge.ts';
import { Watch } from './observability/watch.ts';
import type { StageConfig } from './stages.ts';

/** What stands in front of a stage, in the one region that CloudFront takes it from. It reads nothing of the stage. */
export class EdgeStack extends Stack {
  constructor(scope: Construct, id: string, stage: StageConfig, domain: Domain, edge: Edge) {
    super(scope, id, {
      env: { region: edgeRegion, ...accountOf(stage) },
      stackName: `swift-worker-${stage.name}-edge`,
      description: `CloudFront and firewall in front of swift-worker, ${stage.name}`,
      // It holds no data, and a creation that fails must leave nothing behind that can't be deleted.
      terminationProtection: false,
      analyticsReporting: false,
      tags: { service: 'swift-worker', stage: stage.name },
    });
    const { webAcl, name } = new Firewall(this, 'Firewall', stage, edge);
    const secret = new OriginSecret(this, 'OriginSecret', stage);
    const { distribution } = new Distribution(this, 'Distribution', domain, edge, webAcl, secret);
    const watch = new Watch(this, 'Watch', stage, addAlarmTopic(this, stage));
    watchEdge(watch, distribution, name);
    if (domain.hostedZone === undefined) {
      new CfnOutput(this, 'EdgeDnsTarget', { value: distribution.distributionDomainName });
    }
  }
}
