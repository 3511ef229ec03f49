import { Bucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source, type BucketDeploymentProps } from 'aws-cdk-lib/aws-s3-deployment';
import { Validations } from 'aws-cdk-lib/core';
import { Construct, type IConstruct } from 'constructs';
import { edgeRegion } from '../address.ts';
import { portalBucketNameOf, portalBucketPrefixOf } from '../portal/bucket-name.ts';
import { portalBuild } from '../portal/build.ts';
import type { PortalConfig } from '../portal/config.ts';
import { askAgain, assetFolder, configFile, forEver, portalPath } from '../portal/paths.ts';
import type { DeployedStage } from '../stages.ts';
import { ServiceLogGroup } from './service-log-group.ts';

export interface PortalFilesProps {
  readonly stage: DeployedStage;
  readonly config: PortalConfig;
  /** What the pages call. It is deployed before them. */
  readonly api: IConstruct;
}

/**
 * The files of the portal, in the bucket of the edge. Files with a hash in their names are there before the page that
 * names them, and those of earlier deployments stay for pages that are open: docs/adr/0031-portal.md.
 */
export class PortalFiles extends Construct {
  constructor(scope: Construct, id: string, { stage, config, api }: PortalFilesProps) {
    super(scope, id);
    const common = {
      destinationBucket: Bucket.fromBucketName(this, 'Bucket', portalBucketNameOf(stage.name)),
      destinationKeyPrefix: portalPath.slice(1, -1),
      prune: false,
      // A bucket with objects cannot be deleted with its stack.
      retainOnDelete: stage.data.removal === 'retain',
      logGroup: new ServiceLogGroup(this, 'Log', stage),
    } satisfies Partial<BucketDeploymentProps>;
    const assets = new BucketDeployment(this, 'Assets', {
      ...common,
      sources: [portalBuild()],
      exclude: ['*'],
      include: [`${assetFolder}*`],
      cacheControl: [CacheControl.fromString(forEver)],
    });
    const pages = new BucketDeployment(this, 'Pages', {
      ...common,
      sources: [portalBuild(), Source.jsonData(configFile, config)],
      exclude: [`${assetFolder}*`],
      cacheControl: [CacheControl.fromString(askAgain)],
    });
    pages.node.addDependency(assets, api);
    this.#acknowledge(stage, assets.handlerRole);
  }

  /** The CDK's own function copies the files, with the permissions that the CDK gives it on the two buckets. */
  #acknowledge({ account = '<AWS::AccountId>', region, name }: DeployedStage, role: IConstruct): void {
    const reason = 'The function of the CDK that copies the files; its resources are the two buckets only.';
    const actions = ['GetBucket', 'GetObject', 'List', 'Abort', 'DeleteObject'].map(
      (action) => `Action::s3:${action}*`,
    );
    const buckets = [
      `cdk-hnb659fds-assets-${account}-${region}`,
      `${portalBucketPrefixOf(name)}-<AWS::AccountId>-${edgeRegion}-an`,
    ].map((bucket) => `Resource::arn:aws:s3:::${bucket}/*`);
    Validations.of(role.node.findChild('DefaultPolicy')).acknowledge(
      ...[...actions, ...buckets].map((finding) => ({ id: `AwsSolutions-IAM5[${finding}]`, reason })),
    );
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
      reason,
    });
    const { scope: copier } = role.node;
    if (copier === undefined) throw new Error('the role belongs to no function');
    Validations.of(copier).acknowledge({
      id: 'AwsSolutions-L1',
      reason: 'The CDK chooses the runtime of its function.',
    });
  }
}
