import { AlarmStatusWidget, Dashboard, PeriodOverride, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { pinLogicalId } from '../logical-id.ts';
import type { Watch } from './watch.ts';

/** The stage's alarms and metrics on one page. */
export const addDashboard = (scope: Construct, watch: Watch): void => {
  const dashboard = new Dashboard(scope, 'Dashboard', {
    // The name is of the whole account. A stage may be created in another region while its stack in the lost one is still there.
    // https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-cloudwatch-dashboard.html
    dashboardName: `swift-worker-${watch.stage.name}-${Stack.of(scope).region}`,
    periodOverride: PeriodOverride.AUTO,
  });
  pinLogicalId(dashboard, 'Dashboard');
  // A widget shows at most 100 alarms, and a stage with all its options has about as many.
  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/CloudWatch-Dashboard-Body-Structure.html
  for (const severity of ['page', 'ticket'] as const) {
    const title = `Alarms of severity ${severity}: see docs/runbook.md`;
    dashboard.addWidgets(
      new AlarmStatusWidget({
        title,
        alarms: [...watch.alarmsOf(severity)],
        width: 24,
        height: severity === 'page' ? 3 : 4,
      }),
    );
  }
  for (const { title, widgets } of watch.rows) {
    dashboard.addWidgets(new TextWidget({ markdown: `## ${title}`, width: 24, height: 1 }));
    dashboard.addWidgets(...widgets);
  }
};
