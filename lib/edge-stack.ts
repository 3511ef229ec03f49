import { CfnOutput, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { connectNameOf } from './address.ts';
import type { Domain, Edge } from './domain.ts';
import { Distribution } from './constructs/distribution.ts';
import { Firewall } from './constructs/firewall.ts';
import { OriginSecret } from './constructs/origin-secret.ts';
import { PortalSite } from './constructs/portal-site.ts';
import { addAlarmTopics } from './observability/alarm-topic.ts';
import { watchEdge } from './observability/edge.ts';
import { watchCertificate } from './observability/reach.ts';
import { Watch } from './observability/watch.ts';
import { stackProps } from './stack-props.ts';
import type { DeployedStage } from './stages.ts';

/** CloudFront and firewall of a stage, in the region that CloudFront requires. It imports nothing from the stage's stack. */
export class EdgeStack extends Stack {
  constructor(scope: Construct, id: string, stage: DeployedStage, domain: Domain, edge: Edge) {
    super(scope, id, stackProps(stage, 'edge', 'CloudFront and firewall in front of swift-worker'));
    const { webAcl, name } = new Firewall(this, 'Firewall', stage, edge);
    const secret = new OriginSecret(this, 'OriginSecret', stage);
    const { distribution } = new Distribution(this, 'Distribution', {
      stage: stage.name,
      domain,
      connectName: connectNameOf(stage),
      edge,
      webAcl,
      secret,
    });
    if (stage.portal !== undefined) new PortalSite(this, 'Portal', stage, distribution);
    const watch = new Watch(this, 'Watch', stage, addAlarmTopics(this, stage, false));
    watchEdge(watch, distribution, name);
    watchCertificate(watch, 'EdgeCertificateExpires', edge.certificateArn);
    if (domain.hostedZone === undefined) {
      new CfnOutput(this, 'EdgeDnsTarget', { value: distribution.distributionDomainName });
    }
  }
}
