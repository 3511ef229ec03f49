import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  CachePolicy,
  Distribution as CloudFrontDistribution,
  Function as CloudFrontFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
  type ErrorResponse,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import type { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Duration, Validations } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { edgeNameOf, originNameOf, originSecretHeader } from '../address.ts';
import { viewerHostHeader } from '../../lambdas/kernel/viewer-host.ts';
import type { Domain, Edge } from '../domain.ts';
import { pinLogicalId } from '../logical-id.ts';
import type { DeployedStage } from '../stages.ts';
import type { OriginSecret } from './origin-secret.ts';

/**
 * CloudFront caches errors for ten seconds by path, even when caching is disabled: one partner's 404 would be every
 * partner's. 412 and 415 cannot be configured; they are cached only with a max-age, which the service does not send.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/HTTPStatusCodes.html
 */
const neverKept: ErrorResponse[] = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504].map((httpStatus) => ({
  httpStatus,
  ttl: Duration.seconds(0),
}));

/**
 * Tells the function of the hosted pages which host was asked: CloudFront asks the origin by the origin's name.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html
 */
export const viewerHostFunction = `function handler(event) {
  var request = event.request;
  request.headers['${viewerHostHeader}'] = { value: request.headers.host.value };
  return request;
}
`;

interface DistributionProps {
  readonly stage: DeployedStage['name'];
  readonly domain: Domain;
  /** The host of the hosted pages; null: they are on the host of the API. */
  readonly connectName: string | null;
  readonly edge: Edge;
  readonly webAcl: CfnWebACL;
  readonly secret: OriginSecret;
}

/** CloudFront without caching. */
export class Distribution extends Construct {
  readonly distribution: CloudFrontDistribution;

  constructor(scope: Construct, id: string, { stage, domain, connectName, edge, webAcl, secret }: DistributionProps) {
    super(scope, id);
    this.distribution = new CloudFrontDistribution(this, 'Distribution', {
      comment: domain.name,
      domainNames: connectName === null ? [domain.name] : [domain.name, connectName],
      certificate: Certificate.fromCertificateArn(this, 'Certificate', edge.certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      httpVersion: HttpVersion.HTTP2_AND_3,
      webAclId: webAcl.attrArn,
      errorResponses: neverKept,
      defaultBehavior: {
        origin: new HttpOrigin(originNameOf(domain), {
          protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
          originSslProtocols: [OriginSslPolicy.TLS_V1_2],
          customHeaders: { [originSecretHeader]: secret.valueFor(edge).unsafeUnwrap() },
          // Longer than API Gateway's timeout of 30 s, so the response is API Gateway's and not CloudFront's.
          readTimeout: Duration.seconds(35),
        }),
        // No redirect: a request over HTTP has already exposed its credentials.
        viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
        allowedMethods: AllowedMethods.ALLOW_ALL,
        cachePolicy: CachePolicy.CACHING_DISABLED,
        // All headers with Authorization, cookies and the query, but the host name of API Gateway.
        // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-origin-request-policies.html
        originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
        compress: false,
        // For what the functions do not answer. Their own headers win.
        // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-response-headers-policies.html
        responseHeadersPolicy: ResponseHeadersPolicy.SECURITY_HEADERS,
        functionAssociations: [{ eventType: FunctionEventType.VIEWER_REQUEST, function: this.#addViewerHost(stage) }],
      },
    });
    pinLogicalId(this.distribution, 'Distribution');
    Validations.of(this.distribution).acknowledge(
      { id: 'AwsSolutions-CFR1', reason: 'Partners and their customers call from every country.' },
      {
        id: 'AwsSolutions-CFR3',
        reason:
          'API Gateway logs calls and AWS WAF logs blocked requests, without queries and tokens. The log of CloudFront would contain both.',
      },
    );
    this.#addRecords(domain);
  }

  #addViewerHost(stage: DeployedStage['name']): CloudFrontFunction {
    return new CloudFrontFunction(this, 'ViewerHost', {
      functionName: `swift-worker-${stage}-viewer-host`,
      comment: 'Tells the hosted pages which host was asked',
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(viewerHostFunction),
    });
  }

  #addRecords(domain: Domain): void {
    if (domain.hostedZone === undefined) return;
    const { id: hostedZoneId, name: zoneName } = domain.hostedZone;
    const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName });
    const target = RecordTarget.fromAlias(new CloudFrontTarget(this.distribution));
    const recordName = `${edgeNameOf(domain)}.`;
    pinLogicalId(new ARecord(this, 'Record', { zone, recordName, target }), 'EdgeRecord');
    pinLogicalId(new AaaaRecord(this, 'RecordV6', { zone, recordName, target }), 'EdgeRecordV6');
  }
}
