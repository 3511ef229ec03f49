import { AlarmStatusWidget, Dashboard, PeriodOverride, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { pinLogicalId } from '../logical-id.ts';
import type { Watch } from './watch.ts';

/** The stage's alarms and metrics on one page. */
export const addDashboard = (scope: Construct, watch: Watch): void => {
  const dashboard = new Dashboard(scope, 'Dashboard', {
    dashboardName: `swift-worker-${watch.stage.name}`,
    periodOverride: PeriodOverride.AUTO,
  });
  pinLogicalId(dashboard, 'Dashboard');
  dashboard.addWidgets(
    new AlarmStatusWidget({ title: 'Alarms: see docs/runbook.md', alarms: [...watch.alarms], width: 24, height: 5 }),
  );
  for (const { title, widgets } of watch.rows) {
    dashboard.addWidgets(new TextWidget({ markdown: `## ${title}`, width: 24, height: 1 }));
    dashboard.addWidgets(...widgets);
  }
};
