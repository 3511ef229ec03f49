import {
  AllowedMethods,
  CachePolicy,
  Function as CloudFrontFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
  type Distribution,
  type IOrigin,
} from 'aws-cdk-lib/aws-cloudfront';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { StaticHeaders } from '../static-headers.ts';

export interface StaticPathsProps {
  readonly distribution: Distribution;
  readonly origin: IOrigin;
  /** With a slash at both ends. */
  readonly path: string;
  /** Of the policy of headers and of the function. */
  readonly name: string;
  readonly headers: StaticHeaders;
  /** The code of the function that names the file of a page. */
  readonly pages: string;
}

/** Paths of CloudFront that lead to files in a bucket. */
export class StaticPaths extends Construct {
  constructor(scope: Construct, id: string, { distribution, origin, path, name, headers, pages }: StaticPathsProps) {
    super(scope, id);
    const behaviour = {
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: this.#addHeaders(name, headers),
      functionAssociations: [
        { eventType: FunctionEventType.VIEWER_REQUEST, function: this.#addPages(name, path, pages) },
      ],
    };
    for (const pattern of [path.slice(0, -1), `${path}*`]) distribution.addBehavior(pattern, origin, behaviour);
  }

  #addHeaders(name: string, headers: StaticHeaders): ResponseHeadersPolicy {
    const custom = ['cross-origin-opener-policy', 'permissions-policy'] as const;
    return new ResponseHeadersPolicy(this, 'Headers', {
      responseHeadersPolicyName: name,
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

  #addPages(name: string, path: string, code: string): CloudFrontFunction {
    return new CloudFrontFunction(this, 'Pages', {
      functionName: `${name}-pages`,
      comment: `Names the file of a page below ${path}`,
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(code),
    });
  }
}
