import { AccessLevel, type Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { BlockPublicAccess, Bucket, BucketEncryption, BucketNamespace, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Annotations, Validations } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { statusPath } from '../../lambdas/kernel/status-page.ts';
import { docsPath } from '../docs-site/paths.ts';
import { docsPolicy } from '../docs-site/policy.ts';
import { pinLogicalId } from '../logical-id.ts';
import { portalBucketPrefixOf } from '../portal/bucket-name.ts';
import { portalHeaders } from '../portal/headers.ts';
import { fileEnding, portalPath } from '../portal/paths.ts';
import { signInUrlOf } from '../portal/sign-in-url.ts';
import { removalPolicyOf } from '../removal-policy.ts';
import type { DeployedStage } from '../stages.ts';
import { staticHeaders } from '../static-headers.ts';
import { statusPolicy } from '../status-policy.ts';
import { StaticPaths } from './static-paths.ts';
import { hasStatusPage } from './status-page.ts';

/**
 * Shows the portal for the paths of its pages. An error page of CloudFront would do the same, and hide each 404 of the API.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html
 * `rawQueryString` is the query as it was sent, without its question mark, and `undefined` without one. The object
 * `querystring` would lose the order of its names.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/general-helper-methods.html#raw-query-string-method
 */
export const pagesFunction = `function handler(event) {
  var request = event.request;
  if (request.uri === '${portalPath.slice(0, -1)}') {
    var query = request.rawQueryString();
    var target = '${portalPath}' + (query === undefined ? '' : '?' + query);
    return { statusCode: 308, statusDescription: 'Permanent Redirect', headers: { location: { value: target } } };
  }
  if (!${String(fileEnding)}.test(request.uri)) request.uri = '${portalPath}index.html';
  return request;
}
`;

/**
 * Shows the page at its path without `.html`.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/example_cloudfront_functions_url_rewrite_single_page_apps_section.html
 */
const filesFunction = (path: string): string => `function handler(event) {
  var request = event.request;
  if (request.uri === '${path.slice(0, -1)}') {
    return { statusCode: 308, statusDescription: 'Permanent Redirect', headers: { location: { value: '${path}' } } };
  }
  if (request.uri.endsWith('/')) request.uri += 'index.html';
  else if (!${String(fileEnding)}.test(request.uri)) request.uri += '.html';
  return request;
}
`;

export const docsFunction = filesFunction(docsPath);
export const statusFunction = filesFunction(statusPath);

/** The bucket of the portal and the documentation, and the paths of CloudFront that lead to it. The stage's stack fills it: PortalFiles. */
export class PortalSite extends Construct {
  constructor(scope: Construct, id: string, stage: DeployedStage, distribution: Distribution) {
    super(scope, id);
    // LIST makes the answer for a missing file a 404. The behaviours below never ask for the list itself.
    const origin = S3BucketOrigin.withOriginAccessControl(this.#addBucket(stage), {
      originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
    });
    Annotations.of(distribution).acknowledgeWarning('@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk');
    new StaticPaths(this, 'Portal', {
      distribution,
      origin,
      path: portalPath,
      name: `swift-worker-${stage.name}-portal`,
      headers: portalHeaders(signInUrlOf(stage)),
      pages: pagesFunction,
    });
    new StaticPaths(this, 'Docs', {
      distribution,
      origin,
      path: docsPath,
      name: `swift-worker-${stage.name}-docs`,
      headers: staticHeaders(docsPolicy),
      pages: docsFunction,
    });
    if (!hasStatusPage(stage)) return;
    new StaticPaths(this, 'Status', {
      distribution,
      origin,
      path: statusPath,
      name: `swift-worker-${stage.name}-status`,
      headers: staticHeaders(statusPolicy),
      pages: statusFunction,
    });
  }

  #addBucket(stage: DeployedStage): Bucket {
    const bucket = new Bucket(this, 'Bucket', {
      bucketNamespace: BucketNamespace.ACCOUNT_REGIONAL,
      bucketNamePrefix: portalBucketPrefixOf(stage.name),
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      removalPolicy: removalPolicyOf(stage),
    });
    pinLogicalId(bucket, 'PortalBucket');
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'The bucket contains the files of a public page, which only CloudFront reads.',
    });
    return bucket;
  }
}
