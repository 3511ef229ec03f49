import { expect, test } from '@jest/globals';
import { embedded, metrics } from '../../lambdas/kernel/metrics.ts';
import { logger } from '../../lambdas/runtime/logger.ts';

test('measures ride on a log line that CloudWatch reads', () => {
  const lines: string[] = [];
  const log = logger((line) => lines.push(line), { stage: 'production' });
  log.info('call', { route: 'a-route', ...embedded(1_700_000_000_000, { call_milliseconds: 12, hints_unsent: 3 }) });
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    {
      level: 'INFO',
      message: 'call',
      stage: 'production',
      route: 'a-route',
      call_milliseconds: 12,
      hints_unsent: 3,
      _aws: {
        Timestamp: 1_700_000_000_000,
        CloudWatchMetrics: [
          {
            Namespace: 'swift-worker',
            Dimensions: [['stage', 'route']],
            Metrics: [{ Name: 'call_milliseconds', Unit: 'Milliseconds' }],
          },
          {
            Namespace: 'swift-worker',
            Dimensions: [['stage']],
            Metrics: [{ Name: 'hints_unsent', Unit: 'Count' }],
          },
        ],
      },
    },
  ]);
});

test('the names of metrics say their unit', () => {
  for (const [name, { unit }] of Object.entries(metrics)) {
    expect([name, name.endsWith('_milliseconds')]).toEqual([name, unit === 'Milliseconds']);
  }
});
