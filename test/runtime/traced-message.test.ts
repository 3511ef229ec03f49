import { expect, test } from '@jest/globals';
import { tracedMessage } from '../../lambdas/runtime/traced-message.ts';

const header = 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1';

// https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html
test('a message carries the trace of its sender where the stage traces across queues', () => {
  expect(tracedMessage({ TRACE_QUEUES: 'true', _X_AMZN_TRACE_ID: header })).toEqual({
    MessageSystemAttributes: { AWSTraceHeader: { DataType: 'String', StringValue: header } },
  });
});

test.each([
  ['the stage does not', { _X_AMZN_TRACE_ID: header }],
  ['the invocation has no trace', { TRACE_QUEUES: 'true' }],
])('a message carries no trace where %s', (_, environment) => {
  expect(tracedMessage(environment)).toEqual({});
});
