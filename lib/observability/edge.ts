import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { Metric, Stats, type MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
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

/** @param firewall the web ACL's name */
export const watchEdge = (watch: Watch, distribution: Distribution, firewall: string): void => {
  watch.raise('EdgeFails', {
    severity: 'page',
    impact: 'Calls through CloudFront fail with 5xx.',
    section: 'the-edge-fails',
    // In percent of the requests: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/programming-cloudwatch-metrics.html
    metric: distribution.metric5xxErrorRate({ period: Duration.minutes(1) }),
    threshold: { above: 1 },
    periods: { bad: 3, of: 5 },
  });
  watch.raise('EdgeRefuses', {
    severity: 'page',
    impact: 'The firewall blocks most requests: an attack, or a rule that blocks partners.',
    section: 'the-edge-refuses',
    metric: shareOfRefused(firewall),
    threshold: { above: 50 },
    periods: { bad: 3, of: 3 },
  });
};
