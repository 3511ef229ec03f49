import { randomUUID } from 'node:crypto';
import { isSentInBase64, queryParameters, requestTime } from '../http-api/event.ts';
import { readReply } from '../http-api/reply.ts';
import { AwsError, type AwsAnswer } from '../services/aws-service.ts';
import type { FunctionUrlBackend, FunctionUrlCall } from '../services/function-urls.ts';
import { account } from '../services/names.ts';
import { InvocationRefused } from './function.ts';
import type { Functions } from './functions.ts';

/** https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html#urls-request-payload */
const createEvent = (call: FunctionUrlCall, now: number): object => {
  const { functionName, method, path, query, headers, body, signer } = call;
  const isBase64Encoded = isSentInBase64(body, headers);
  const parameters = queryParameters(query);
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: decodeURIComponent(path),
    rawQueryString: query,
    headers,
    ...(parameters === undefined ? {} : { queryStringParameters: parameters }),
    requestContext: {
      accountId: account,
      apiId: functionName,
      authorizer: {
        iam: {
          accessKey: signer.accessKeyId,
          accountId: account,
          callerId: signer.id,
          cognitoIdentity: null,
          principalOrgId: null,
          userArn: signer.arn,
          userId: signer.id,
        },
      },
      domainName: headers['host'] ?? '',
      domainPrefix: functionName,
      http: {
        method,
        path,
        protocol: 'HTTP/1.1',
        sourceIp: '127.0.0.1',
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey: '$default',
      stage: '$default',
      time: requestTime(now),
      timeEpoch: now,
    },
    ...(body.length === 0 ? {} : { body: body.toString(isBase64Encoded ? 'base64' : 'utf8') }),
    isBase64Encoded,
  };
};

/** The answer of the URL when the function fails or was stopped. */
const failed: AwsAnswer = { status: 502, headers: { 'content-type': 'text/plain' }, body: 'Internal Server Error' };

const answerOf = (payload: string): AwsAnswer => {
  const { status, headers, body } = readReply(payload);
  const joined = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return { status, headers: Object.fromEntries(joined), body };
};

/** Invokes functions by their URLs. @param names of the functions with a URL */
export const answerFunctionUrls =
  (functions: Functions, names: readonly string[]): FunctionUrlBackend =>
  async (call) => {
    const { functionName } = call;
    if (!names.includes(functionName)) {
      throw new AwsError('ResourceNotFoundException', `The function ${functionName} has no URL`, 404);
    }
    try {
      const event = JSON.stringify(createEvent(call, Date.now()));
      const { functionError, payload } = await functions.get(functionName).invoke(event);
      return functionError === undefined ? answerOf(payload) : failed;
    } catch (error) {
      if (error instanceof InvocationRefused) throw new AwsError(error.name, error.message, error.status);
      throw error;
    }
  };
