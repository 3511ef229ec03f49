import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Duration } from 'aws-cdk-lib/core';
import { shareOfSum } from './graph.ts';
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

const shareOfRefused = (firewall: string): MathExpression => {
  const [refused, allowed] = [requests(firewall, 'BlockedRequests'), requests(firewall, 'AllowedRequests')];
  return shareOfSum('refused', 'refused', { refused, let_in: allowed }, 100, period);
};

/**
 * In percent of the requests, while there are some: one failed request of two is no trouble that somebody has to be woken for.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/programming-cloudwatch-metrics.html
 */
const shareOfFailed = (distribution: Distribution, fewest: number): MathExpression =>
  new MathExpression({
    expression: `IF(requests >= ${fewest}, rate, 0)`,
    label: '5xx',
    usingMetrics: {
      requests: distribution.metricRequests({ statistic: Stats.SUM, period: Duration.minutes(1) }),
      rate: distribution.metric5xxErrorRate({ period: Duration.minutes(1) }),
    },
    period: Duration.minutes(1),
  });

/** @param firewall the web ACL's name */
export const watchEdge = (watch: Watch, distribution: Distribution, firewall: string): void => {
  watch.raise('EdgeFails', {
    severity: 'page',
    impact: 'Calls through CloudFront fail with 5xx.',
    section: 'the-edge-fails',
    metric: shareOfFailed(distribution, 20),
    threshold: { above: 1 },
    periods: { bad: 3, of: 5 },
  });
  // Most of those who are blocked are no partners, so it need not page.
  watch.raise('EdgeRefuses', {
    severity: 'ticket',
    impact: 'The firewall blocks most requests: an attack, or a rule that blocks partners.',
    section: 'the-edge-refuses',
    metric: shareOfRefused(firewall),
    threshold: { above: 50 },
    periods: { bad: 3, of: 3 },
  });
};
