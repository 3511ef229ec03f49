/** Requests as AWS Lambda gets them, by the members that are read. */
import { fitting } from './raw-body.ts';
import { fromBase64 } from './signing-key.ts';
import type { ReceivedHeaders } from './webhook.ts';

interface LambdaBody {
  readonly headers: Exclude<ReceivedHeaders, { readonly get: unknown }>;
  readonly body?: string | null | undefined;
  readonly isBase64Encoded: boolean;
}

/** Of a function URL, or of an HTTP API. https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html */
interface LambdaEventV2 extends LambdaBody {
  readonly rawPath: string;
  readonly rawQueryString: string;
  readonly requestContext: { readonly http: { readonly method: string } };
}

/** Of a REST API. https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html */
interface LambdaEventV1 extends LambdaBody {
  readonly httpMethod: string;
  readonly path: string;
  /** Decoded. */
  readonly queryStringParameters: Readonly<Record<string, string | undefined>> | null;
}

export type LambdaEvent = LambdaEventV1 | LambdaEventV2;

export const lineOf = (event: LambdaEvent): { readonly method: string; readonly url: string } => {
  if ('rawPath' in event) {
    return { method: event.requestContext.http.method, url: `${event.rawPath}?${event.rawQueryString}` };
  }
  const query = new URLSearchParams();
  for (const [name, value = ''] of Object.entries(event.queryStringParameters ?? {})) query.append(name, value);
  return { method: event.httpMethod, url: `${event.path}?${query.toString()}` };
};

/** @throws NoRawBody */
export const bodyOfLambda = ({ body, isBase64Encoded }: LambdaEvent): Uint8Array => {
  const text = body ?? '';
  return fitting(isBase64Encoded ? (fromBase64(text) ?? '') : text);
};
