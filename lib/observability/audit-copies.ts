import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Duration } from 'aws-cdk-lib/core';
import { graph, grain } from './graph.ts';
import { serviceMetric } from './service-metric.ts';
import type { Watch } from './watch.ts';

/** Of a stage with copies of the audit trail. */
export const watchAuditCopies = (watch: Watch): void => {
  const { stage } = watch;
  watch.raise('AuditEntryIsChanged', {
    severity: 'page',
    impact:
      'An entry of the audit trail was modified or removed. The service does neither: somebody else wrote to the table.',
    section: 'an-entry-of-the-audit-trail-was-changed',
    metric: serviceMetric(stage, 'audit_entries_changed', { statistic: Stats.SUM, period: Duration.minutes(1) }),
    threshold: { above: 0 },
    periods: { bad: 1, of: 1 },
  });
  watch.show(
    'Copies of the audit trail',
    graph('Entries that were changed', 'count', [
      serviceMetric(stage, 'audit_entries_changed', { statistic: Stats.SUM, period: grain }),
    ]),
  );
};
