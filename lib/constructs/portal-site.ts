import {
  AccessLevel,
  AllowedMethods,
  CachePolicy,
  Function as CloudFrontFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
  type AddBehaviorOptions,
  type Distribution,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { BlockPublicAccess, Bucket, BucketEncryption, BucketNamespace, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Annotations, Duration, Validations } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { pinLogicalId } from '../logical-id.ts';
import { portalBucketPrefixOf } from '../portal/bucket-name.ts';
import { portalHeaders } from '../portal/headers.ts';
import { fileEnding, portalPath } from '../portal/paths.ts';
import { signInUrlOf } from '../portal/sign-in-url.ts';
import { removalPolicyOf } from '../removal-policy.ts';
import type { DeployedStage } from '../stages.ts';

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

/** The bucket of the portal, and the paths of CloudFront that lead to it. The stage's stack fills it: PortalFiles. */
export class PortalSite extends Construct {
  constructor(scope: Construct, id: string, stage: DeployedStage, distribution: Distribution) {
    super(scope, id);
    // LIST makes the answer for a missing file a 404. The behaviours below never ask for the list itself.
    const origin = S3BucketOrigin.withOriginAccessControl(this.#addBucket(stage), {
      originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
    });
    Annotations.of(distribution).acknowledgeWarning('@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk');
    const behaviour: AddBehaviorOptions = {
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: this.#addHeaders(stage),
      functionAssociations: [{ eventType: FunctionEventType.VIEWER_REQUEST, function: this.#addPages(stage) }],
    };
    for (const path of [portalPath.slice(0, -1), `${portalPath}*`]) distribution.addBehavior(path, origin, behaviour);
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

  #addHeaders(stage: DeployedStage): ResponseHeadersPolicy {
    const headers = portalHeaders(signInUrlOf(stage));
    const custom = ['cross-origin-opener-policy', 'permissions-policy'] as const;
    return new ResponseHeadersPolicy(this, 'Headers', {
      responseHeadersPolicyName: `swift-worker-${stage.name}-portal`,
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy: headers['content-security-policy'], override: true },
        contentTypeOptions: { override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
        strictTransportSecurity: { accessControlMaxAge: Duration.days(730), includeSubdomains: true, override: true },
      },
      customHeadersBehavior: {
        customHeaders: custom.map((header) => ({ header, value: headers[header], override: true })),
      },
    });
  }

  #addPages(stage: DeployedStage): CloudFrontFunction {
    return new CloudFrontFunction(this, 'Pages', {
      functionName: `swift-worker-${stage.name}-portal-pages`,
      comment: 'Shows the portal for the paths of its pages',
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(pagesFunction),
    });
  }
}
