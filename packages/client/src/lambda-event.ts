/** Requests as AWS Lambda gets them, by the members that are read. */
import { fitting } from './raw-body.ts';
import { fromBase64 } from './signing-key.ts';
import type { ReceivedHeaders } from './webhook.ts';

type Values = Readonly<Record<string, readonly string[] | undefined>>;

interface LambdaBody {
  readonly headers?: Exclude<ReceivedHeaders, { readonly get: unknown }> | null | undefined;
  /** Of a load balancer whose target group has lists of values, in place of `headers`. */
  readonly multiValueHeaders?: Values | null | undefined;
  readonly body?: string | null | undefined;
  readonly isBase64Encoded: boolean;
}

/** Of a function URL, or of an HTTP API. https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html */
interface LambdaEventV2 extends LambdaBody {
  readonly rawPath: string;
  readonly rawQueryString: string;
  readonly requestContext: { readonly http: { readonly method: string } };
}

/**
 * Of a REST API, or of an Application Load Balancer.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html
 * https://docs.aws.amazon.com/elasticloadbalancing/latest/application/lambda-functions.html
 */
interface LambdaEventV1 extends LambdaBody {
  readonly httpMethod: string;
  readonly path: string;
  /** Decoded by a REST API, and not by a load balancer. */
  readonly queryStringParameters?: Readonly<Record<string, string | undefined>> | null | undefined;
  readonly multiValueQueryStringParameters?: Values | null | undefined;
  readonly requestContext?: object;
}

export type LambdaEvent = LambdaEventV1 | LambdaEventV2;

export const lineOf = (event: LambdaEvent): { readonly method: string; readonly url: string } => {
  if ('rawPath' in event) {
    return { method: event.requestContext.http.method, url: `${event.rawPath}?${event.rawQueryString}` };
  }
  const given: Readonly<Record<string, string | readonly string[] | undefined>> =
    event.queryStringParameters ?? event.multiValueQueryStringParameters ?? {};
  const parameters = Object.entries(given).flatMap(([name, values = '']) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  const isEncoded = 'elb' in (event.requestContext ?? {});
  const query = isEncoded ? parameters.map((pair) => pair.join('=')).join('&') : new URLSearchParams(parameters);
  return { method: event.httpMethod, url: `${event.path}?${query.toString()}` };
};

/** @throws NoRawBody */
export const bodyOfLambda = ({ body, isBase64Encoded }: LambdaEvent): Uint8Array => {
  const text = body ?? '';
  return fitting(isBase64Encoded ? (fromBase64(text) ?? '') : text);
};
