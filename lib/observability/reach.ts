import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Duration } from 'aws-cdk-lib/core';
import { graph, grain } from './graph.ts';
import type { Watch } from './watch.ts';

/**
 * The share of the calls that API Gateway answered itself, in percent; 0 while there are few. The latency of the integration is measured
 * of the others alone: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-metrics.html
 */
const unreached = (api: HttpApi, fewest: number, period: Duration): MathExpression =>
  new MathExpression({
    expression: `IF(calls >= ${fewest}, 100 * (calls - FILL(reached, 0)) / calls, 0)`,
    label: 'no function',
    usingMetrics: {
      calls: api.metricCount({ statistic: Stats.SUM, period }),
      reached: api.metricIntegrationLatency({ statistic: Stats.SAMPLE_COUNT, period }),
    },
    period,
  });

/** Calls that API Gateway refuses before a function: 403 for the wrong secret of the origin, 429 above its own limit. */
export const watchReach = (watch: Watch, api: HttpApi): void => {
  watch.raise('CallsReachNoFunction', {
    // Strangers can cause it: without an edge, by calls above the limit, and by preflights.
    severity: 'ticket',
    impact: 'API Gateway refuses most calls itself: for the secret of the edge, or above its own limit.',
    section: 'calls-reach-no-function',
    // A browser's preflights, which API Gateway answers too, are at most as many as its calls.
    metric: unreached(api, 20, Duration.minutes(5)),
    threshold: { above: 60 },
    periods: { bad: 2, of: 2 },
  });
  watch.show(
    'Calls that reach no function',
    graph('Answered by API Gateway itself', 'percent', [unreached(api, 1, grain)]),
  );
};

/** Days before the end. ACM renews at least 45 days before it: https://docs.aws.amazon.com/acm/latest/userguide/managed-renewal.html */
const daysLeft = 20;

/**
 * The certificate of a domain, in the region of the alarm.
 * @param id of the alarm: the edge's may be in the region of the stage's, where a name is taken once
 */
export const watchCertificate = (
  watch: Watch,
  id: 'CertificateExpires' | 'EdgeCertificateExpires',
  certificateArn: string,
): void => {
  watch.raise(id, {
    severity: 'ticket',
    impact: 'A certificate was not renewed. When it has expired, every call fails.',
    section: 'a-certificate-expires',
    // Twice a day: https://docs.aws.amazon.com/acm/latest/userguide/cloudwatch-metrics.html
    metric: new Metric({
      namespace: 'AWS/CertificateManager',
      metricName: 'DaysToExpiry',
      dimensionsMap: { CertificateArn: certificateArn },
      statistic: Stats.MINIMUM,
      period: Duration.days(1),
    }),
    threshold: { below: daysLeft },
    periods: { bad: 1, of: 1 },
  });
};
