import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Duration } from 'aws-cdk-lib/core';
import type { ServiceFunction } from '../constructs/service-function.ts';
import { graph, grain } from './graph.ts';
import { serviceMetric } from './service-metric.ts';
import type { Watch } from './watch.ts';

export const watchOperator = (watch: Watch, { function: lambda }: ServiceFunction): void => {
  const { stage } = watch;
  watch.raise('OperatorIsInvokedDirectly', {
    severity: 'page',
    impact:
      "The operator's function was invoked without its URL, so the caller is not authenticated. The call was refused.",
    section: 'the-operator-is-invoked-directly',
    metric: serviceMetric(stage, 'operator_invoked_directly', {
      statistic: Stats.SUM,
      period: Duration.minutes(5),
    }),
    threshold: { above: 0 },
    periods: { bad: 1, of: 1 },
  });
  const sum = { statistic: Stats.SUM, period: grain };
  watch.show(
    "The operator's function",
    // https://docs.aws.amazon.com/lambda/latest/dg/urls-monitoring.html#urls-cloudwatch
    graph('Calls', 'count', [
      lambda.metric('UrlRequestCount', { ...sum, label: 'by the URL' }),
      lambda.metric('Url4xxCount', { ...sum, label: 'by the URL, refused by IAM' }),
      lambda.metricInvocations({ ...sum, label: 'invocations' }),
      serviceMetric(stage, 'operator_invoked_directly', { ...sum, label: 'direct invocations, refused' }),
    ]),
  );
};
