import { randomUUID } from 'node:crypto';
import { element, xmlAnswer } from './xml.ts';
import type { AwsAnswer, AwsError, ServiceName } from './aws-service.ts';

const types: Readonly<Record<ServiceName, (code: string) => string>> = {
  dynamodb: (code) =>
    frontEndCodes.has(code) ? `com.amazon.coral.service#${code}` : `com.amazonaws.dynamodb.v20120810#${code}`,
  sqs: (code) => (frontEndCodes.has(code) ? `com.amazon.coral.service#${code}` : `com.amazonaws.sqs#${code}`),
  codedeploy: (code) => code,
  kms: (code) => code,
  'cognito-idp': (code) => code,
  s3: (code) => code,
  secretsmanager: (code) => code,
  ses: (code) => code,
  lambda: (code) => code,
  logs: (code) => code,
  monitoring: (code) => code,
};

/** Errors of AWS's front end, which have a namespace of their own. */
const frontEndCodes: ReadonlySet<string> = new Set([
  'AccessDeniedException',
  'UnrecognizedClientException',
  'MissingAuthenticationTokenException',
  'UnknownOperationException',
  'SerializationException',
]);

/** Errors that Lambda answers with 403, and the other services with 400. */
const forbidden: ReadonlySet<string> = new Set([
  'AccessDeniedException',
  'InvalidSignatureException',
  'MissingAuthenticationTokenException',
  'UnrecognizedClientException',
]);

/** The error in the protocol of the service: AWS JSON, or REST JSON for Lambda and SES. */
export const errorAnswer = (service: ServiceName, error: AwsError): AwsAnswer => {
  const requestId = randomUUID();
  if (service === 'lambda' || service === 'ses') {
    return {
      status: forbidden.has(error.code) ? 403 : error.status,
      headers: { 'content-type': 'application/json', 'x-amzn-errortype': error.code, 'x-amzn-requestid': requestId },
      body: JSON.stringify({ [service === 'ses' ? 'message' : 'Message']: error.message }),
    };
  }
  if (service === 's3') {
    // https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
    const code = element('Code', error.code.replace(/^(AccessDenied)Exception$/, '$1'), 'text');
    const content = `${code}${element('Message', error.message, 'text')}`;
    return xmlAnswer(forbidden.has(error.code) ? 403 : error.status, element('Error', content));
  }
  const version = service === 'dynamodb' || service === 'sqs' || service === 'monitoring' ? '1.0' : '1.1';
  // SQS writes `message` in lower case. It also sends the code of its older protocol in a header, from which the SDKs take the error's name:
  // https://smithy.io/2.0/aws/protocols/aws-query-protocol.html#x-amzn-query-error
  const queryError = {
    'x-amzn-query-error': `${error.code.replace(/Exception$/, '')};${error.status < 500 ? 'Sender' : 'Receiver'}`,
  };
  return {
    status: error.status,
    headers: {
      'content-type': `application/x-amz-json-${version}`,
      'x-amzn-requestid': requestId,
      ...(service === 'sqs' ? queryError : {}),
    },
    body: JSON.stringify({
      __type: types[service](error.code),
      [service === 'dynamodb' && frontEndCodes.has(error.code) ? 'Message' : 'message']: error.message,
    }),
  };
};
