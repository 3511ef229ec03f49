import { expect, test } from '@jest/globals';
import { embeddedMetrics } from '../../lambdas/runtime/metrics.ts';

test('metrics are a log line that CloudWatch reads', () => {
  const lines: string[] = [];
  const metrics = embeddedMetrics(
    (line) => lines.push(line),
    () => 1_700_000_000_000,
    'production',
  );
  metrics({ differences: 2, events: 40 }, { partner_id: 'p' });
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    {
      _aws: {
        Timestamp: 1_700_000_000_000,
        CloudWatchMetrics: [
          {
            Namespace: 'swift-worker',
            Dimensions: [['stage']],
            Metrics: [
              { Name: 'differences', Unit: 'Count' },
              { Name: 'events', Unit: 'Count' },
            ],
          },
        ],
      },
      stage: 'production',
      partner_id: 'p',
      differences: 2,
      events: 40,
    },
  ]);
});
