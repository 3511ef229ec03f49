import { expect, test } from '@jest/globals';
import { isQueue } from '../../lambdas/runtime/queue-source.ts';

const url = 'https://sqs.eu-west-1.amazonaws.com/123456789012/service-SlowQueue-1A2B';

test('an ARN and a URL are of one queue when both end in its name', () => {
  expect(isQueue('arn:aws:sqs:eu-west-1:123456789012:service-SlowQueue-1A2B', url)).toBe(true);
  expect(isQueue('arn:aws:sqs:eu-west-1:123456789012:service-EventQueue-1A2B', url)).toBe(false);
  expect(isQueue('arn:aws:sqs:eu-west-1:123456789012:SlowQueue-1A2B', url)).toBe(false);
});
