import { execFileSync } from 'node:child_process';
import { Bucket, type IBucket } from 'aws-cdk-lib/aws-s3';
import {
  BucketDeployment,
  CacheControl,
  Source,
  type BucketDeploymentProps,
  type ISource,
} from 'aws-cdk-lib/aws-s3-deployment';
import { Validations } from 'aws-cdk-lib/core';
import { Construct, type IConstruct } from 'constructs';
import { edgeRegion } from '../address.ts';
import { builtAsset } from '../built-asset.ts';
import { docsBuild } from '../docs-site/build.ts';
import { docsAssetFolder, docsPath } from '../docs-site/paths.ts';
import { portalBucketNameOf, portalBucketPrefixOf } from '../portal/bucket-name.ts';
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
 * The files of the portal. They contain nothing of a stage.
 * @throws Error when the portal can't be built; its output is on stderr
 */
const portalBuild = (): ISource =>
  builtAsset('portal', (root, directory) => {
    const build = ['run', '-s', 'portal:build', '--', '--outDir', directory, '--emptyOutDir'];
    execFileSync('npm', build, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  });

/**
 * The files of the portal and of the documentation, in the bucket of the edge. Files with a hash in their names are there before the
 * page that names them, and those of earlier deployments stay for pages that are open: docs/adr/0031-portal.md.
 */
export class PortalFiles extends Construct {
  readonly #stage: DeployedStage;
  readonly #bucket: IBucket;
  readonly #logGroup: ServiceLogGroup;

  constructor(scope: Construct, id: string, { stage, config, api }: PortalFilesProps) {
    super(scope, id);
    this.#stage = stage;
    this.#bucket = Bucket.fromBucketName(this, 'Bucket', portalBucketNameOf(stage.name));
    this.#logGroup = new ServiceLogGroup(this, 'Log', stage);
    const portal = [portalBuild(), Source.jsonData(configFile, config)] as const;
    this.#copy('Portal', portalPath, assetFolder, portal, api);
    const assets = this.#copy('Docs', docsPath, docsAssetFolder, [docsBuild()], api);
    this.#acknowledge(assets.handlerRole);
  }

  /** @param sources the first one has the files with a hash in their names, in a folder of them */
  #copy(name: string, path: string, folder: string, sources: readonly [ISource, ...ISource[]], api: IConstruct) {
    const common = {
      destinationBucket: this.#bucket,
      destinationKeyPrefix: path.slice(1, -1),
      prune: false,
      // A bucket with objects cannot be deleted with its stack.
      retainOnDelete: this.#stage.data.removal === 'retain',
      logGroup: this.#logGroup,
    } satisfies Partial<BucketDeploymentProps>;
    const assets = new BucketDeployment(this, `${name}Assets`, {
      ...common,
      sources: [sources[0]],
      exclude: ['*'],
      include: [`${folder}*`],
      cacheControl: [CacheControl.fromString(forEver)],
    });
    const pages = new BucketDeployment(this, `${name}Pages`, {
      ...common,
      sources: [...sources],
      exclude: [`${folder}*`],
      cacheControl: [CacheControl.fromString(askAgain)],
    });
    pages.node.addDependency(assets, api);
    return assets;
  }

  #acknowledge(role: IConstruct): void {
    const { account = '<AWS::AccountId>', region, name } = this.#stage;
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
