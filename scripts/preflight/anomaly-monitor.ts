import { GetAnomalyMonitorsCommand, type AnomalyMonitor, type CostExplorerClient } from '@aws-sdk/client-cost-explorer';
import { missing, ok } from './item.ts';
import type { Check } from './subject.ts';

const name = 'cost anomalies';

/** Cost Explorer is at one region for all: https://docs.aws.amazon.com/general/latest/gr/billing.html */
const costRegion = 'us-east-1';

const monitorsOf = async (costs: CostExplorerClient): Promise<readonly AnomalyMonitor[]> => {
  const found: AnomalyMonitor[] = [];
  for (let token: string | undefined, more = true; more; more = token !== undefined) {
    const page = await costs.send(new GetAnomalyMonitorsCommand(token === undefined ? {} : { NextPageToken: token }));
    found.push(...(page.AnomalyMonitors ?? []));
    token = page.NextPageToken;
  }
  return found;
};

/** Whether the monitor of all services, of which an account has one, is the one that the stage says. */
export const anomalyMonitor: Check = {
  name,
  actions: ['ce:GetAnomalyMonitors'],
  look: async ({ clientsIn, stage, stack }) => {
    const wanted = stage.budget?.anomalies?.monitor;
    if (wanted === undefined) return [];
    const monitors = await monitorsOf(clientsIn(costRegion).costs);
    const there = monitors.find(({ MonitorDimension: dimension }) => dimension === 'SERVICE')?.MonitorArn;
    const set = (value: string): string => `Set budget.anomalies.monitor in lib/stages.ts to ${value}.`;
    if (wanted === 'new') {
      const isOwn = there === undefined || there === stack?.physicalId('AnomalyMonitor');
      if (isOwn) return [ok(name, 'the stack has the monitor of all services')];
      return [missing(name, 'the account has a monitor of all services already, and may have one', set(`'${there}'`))];
    }
    if (wanted === stack?.physicalId('AnomalyMonitor'))
      return [missing(name, 'the monitor is of the stack, which would delete it', set("'new'"))];
    if (monitors.some(({ MonitorArn: arn }) => arn === wanted)) return [ok(name, 'the monitor exists')];
    return [missing(name, `there is no monitor ${wanted}`, set(there === undefined ? "'new'" : `'${there}'`))];
  },
};
