import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { dueIndex } from '../../lambdas/store/table/keys.ts';
import { watchAccountCosts } from '../observability/account-costs.ts';
import { addAlarmTopics } from '../observability/alarm-topic.ts';
import { watchAuditCopies } from '../observability/audit-copies.ts';
import { callsFail, watchApi } from '../observability/api.ts';
import { watchBackground } from '../observability/background.ts';
import { watchCost } from '../observability/cost.ts';
import { watchBackups, watchReplica } from '../observability/disasters.ts';
import { failsOf, pagesFail, watchFunctions } from '../observability/functions.ts';
import { watchMembers } from '../observability/members.ts';
import { watchOperator } from '../observability/operator.ts';
import { watchPlatform } from '../observability/platform.ts';
import { watchProbe } from '../observability/probe.ts';
import { watchQueues } from '../observability/queues.ts';
import { watchCertificate, watchReach } from '../observability/reach.ts';
import { watchReports } from '../observability/reports.ts';
import { addDashboard } from '../observability/stage-dashboard.ts';
import { watchTable } from '../observability/table.ts';
import { watchUsage } from '../observability/usage.ts';
import { Watch } from '../observability/watch.ts';
import type { ServiceParts } from '../service-parts.ts';
import { GradualRelease } from './gradual-release.ts';
import { ServiceFunction } from './service-function.ts';

/** All constructs of a kind in the stack, so that new ones are monitored. */
const within = <T extends Construct>(scope: Construct, kind: abstract new (...given: never[]) => T): readonly T[] =>
  Stack.of(scope)
    .node.findAll()
    .filter((construct): construct is T => construct instanceof kind);

/** The stage's alarms and its dashboard. It is created last. */
export class Observability extends Construct {
  constructor(scope: Construct, id: string, { stage, api, storage, auditCopies }: ServiceParts) {
    super(scope, id);
    const topics = addAlarmTopics(this, stage, stage.budget !== null);
    const watch = new Watch(this, 'Watch', stage, topics);
    const functions = within(this, ServiceFunction);
    const probe = functions.find(({ node }) => node.id === 'StageProbe') ?? null;
    const named = (name: string): ServiceFunction => {
      const one = functions.find(({ node }) => node.id === name);
      if (one === undefined) throw new Error(`there is no function ${name}`);
      return one;
    };
    watchApi(watch, api.api, named('Dispatcher'));
    watchReach(watch, api.api);
    watchFunctions(watch, functions);
    watchBackground(watch, named('DueSweep'));
    watchQueues(watch, within(this, Queue));
    watchReports(watch);
    watchUsage(watch);
    watchPlatform(watch);
    watchMembers(watch);
    watchOperator(watch, named('Operator'));
    if (probe !== null) watchProbe(watch);
    if (auditCopies !== null) watchAuditCopies(watch);
    watchTable(watch, storage.table, [dueIndex]);
    if (stage.name !== 'local') {
      if (stage.domain !== undefined) watchCertificate(watch, 'CertificateExpires', stage.domain.certificateArn);
      if (stage.backup !== undefined) watchBackups(watch, stage.backup);
      if (stage.replica?.table === true) watchReplica(watch, storage.table, stage.replica);
    }
    watchCost(watch, {
      api: api.api,
      table: storage.table,
      indexes: [dueIndex],
      busiest: ['Dispatcher', 'WebhookDelivery', 'Journal'].map(named),
    });
    watchAccountCosts(this, stage, () => topics('ticket'));
    addDashboard(this, watch);
    for (const released of functions) {
      const { alias, node } = released;
      if (alias === null) continue;
      new GradualRelease(released, 'Release', {
        stage,
        alias,
        alarms: [callsFail, failsOf(node.id), ...(node.id === 'Connect' ? [pagesFail] : [])].map((alarmed) =>
          watch.alarm(alarmed),
        ),
        check: node.id === 'Dispatcher' ? probe : null,
      });
    }
  }
}
