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
  watch.raise('NoticesAreNotMailed', {
    severity: 'ticket',
    impact: 'Members who want critical notifications by e-mail learn of them in the portal only.',
    section: 'notices-are-not-mailed',
    metric: serviceMetric(stage, 'notice_mail_failing_milliseconds', {
      statistic: Stats.MAXIMUM,
      period: Duration.minutes(5),
    }),
    threshold: { above: Duration.hours(1).toMilliseconds() },
    periods: { bad: 1, of: 1 },
  });
  watch.show(
    'Members',
    graph('Mails refused', 'count', [
      serviceMetric(stage, 'member_mails_refused', { statistic: Stats.SUM, period: grain, label: 'refused' }),
    ]),
    graph('Mails about notifications', 'count', [
      serviceMetric(stage, 'notice_mails_sent', { statistic: Stats.SUM, period: grain, label: 'sent' }),
    ]),
    graph('Mails about notifications that fail, for how long', 'milliseconds', [
      serviceMetric(stage, 'notice_mail_failing_milliseconds', { statistic: Stats.MAXIMUM, period: grain }),
    ]),
  );
};
