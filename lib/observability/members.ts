import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Duration } from 'aws-cdk-lib/core';
import { graph, grain } from './graph.ts';
import { serviceMetric } from './service-metric.ts';
import type { Watch } from './watch.ts';

export const watchMembers = (watch: Watch): void => {
  const { stage } = watch;
  watch.raise('MailsToMembersAreRefused', {
    severity: 'ticket',
    impact: 'People who are invited get no mail, and can not sign in for the first time.',
    section: 'mails-to-members-are-refused',
    metric: serviceMetric(stage, 'member_mails_refused', { statistic: Stats.SUM, period: Duration.minutes(5) }),
    threshold: { above: 0 },
    periods: { bad: 1, of: 1 },
  });
  watch.show(
    'Members',
    graph('Mails refused', 'count', [
      serviceMetric(stage, 'member_mails_refused', { statistic: Stats.SUM, period: grain, label: 'refused' }),
    ]),
  );
};
