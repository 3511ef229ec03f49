import type { MessageSystemAttributeValue } from '@aws-sdk/client-sqs';
import { variables, type Environment } from './environment.ts';

interface TracedMessage {
  readonly MessageSystemAttributes?: { readonly AWSTraceHeader: MessageSystemAttributeValue };
}

/**
 * Where the stage traces across queues: the trace of the invocation that sends a message, so that X-Ray links it to the
 * invocation that gets the message. https://docs.aws.amazon.com/xray/latest/devguide/xray-services-sqs.html
 */
export const tracedMessage = (environment: Environment = process.env): TracedMessage => {
  const header = environment['_X_AMZN_TRACE_ID'];
  if (header === undefined || environment[variables.traceQueues] !== 'true') return {};
  return { MessageSystemAttributes: { AWSTraceHeader: { DataType: 'String', StringValue: header } } };
};
