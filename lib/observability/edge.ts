import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Duration } from 'aws-cdk-lib/core';
import type { Watch } from './watch.ts';

const period = Duration.minutes(5);

/** https://docs.aws.amazon.com/waf/latest/developerguide/waf-metrics.html */
const requests = (firewall: string, metricName: 'AllowedRequests' | 'BlockedRequests'): Metric =>
  new Metric({
    namespace: 'AWS/WAFV2',
    metricName,
    dimensionsMap: { WebACL: firewall, Rule: 'ALL' },
    statistic: Stats.SUM,
    period,
  });

/** In percent of the requests; none while there are fewer than a hundred. */
const shareOfRefused = (firewall: string): MathExpression =>
  new MathExpression({
    expression:
      'IF(FILL(refused, 0) + FILL(let_in, 0) >= 100, 100 * FILL(refused, 0) / (FILL(refused, 0) + FILL(let_in, 0)), 0)',
    label: 'refused',
    usingMetrics: { refused: requests(firewall, 'BlockedRequests'), let_in: requests(firewall, 'AllowedRequests') },
    period,
  });

/** @param firewall its name in metrics */
export const watchEdge = (watch: Watch, distribution: Distribution, firewall: string): void => {
  watch.raise('EdgeFails', {
    suffering: 'Calls end in errors before or behind CloudFront.',
    section: 'the-edge-fails',
    // In percent of the requests: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/programming-cloudwatch-metrics.html
    metric: distribution.metric5xxErrorRate({ period: Duration.minutes(1) }),
    threshold: { above: 1 },
    periods: { bad: 3, of: 5 },
  });
  watch.raise('EdgeRefuses', {
    suffering: 'The firewall refuses most requests: an attack, or a rule that hits partners.',
    section: 'the-edge-refuses',
    metric: shareOfRefused(firewall),
    threshold: { above: 50 },
    periods: { bad: 3, of: 3 },
  });
};
