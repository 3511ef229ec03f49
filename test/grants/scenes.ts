import { setTimeout as wait } from 'node:timers/promises';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { openLink, signUp } from '../../demo/end-customer.ts';
import { dueAt, dueShard } from '../../lambdas/kernel/due.ts';
import { daysAfter, utcDayOf } from '../../lambdas/domain/usage/utc-day.ts';
import { queueNames } from '../../lambdas/kernel/work.ts';
import { systemRetryPolicy } from '../../lambdas/runtime/clock.ts';
import { afterPage, noDetails } from '../../lambdas/domain/template.ts';
import { foldThreshold } from '../../lambdas/domain/delivery/waiting-report.ts';
import { messageSortPrefix, scopePartition } from '../../lambdas/store/delivery/keys.ts';
import { recordEvent } from '../../lambdas/store/delivery/message-record.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import { emptyChunk } from '../../lambdas/store/templates/chunk.ts';
import { chunkNumberOf, writeChunk } from '../../lambdas/store/templates/directory.ts';
import { accessKeyIdOf } from '@swift-worker/local-cloud/lambda/start.ts';
import { instancesOf, randomFrom, trafficOf } from '../../tools/bench/delivery/event-traffic.ts';
import { operate } from '../first-day/operator-steps.ts';
import { until } from '../../tools/harness/whole-stack.ts';
import { messageSite } from '../delivery/reports.ts';
import type { OutsideScene } from './outside-scene.ts';
import { newCustomer, newInstance, statusOf, tell, usedBy } from './scene-steps.ts';
import { clientSettings } from '../../tools/harness/client-settings.ts';

const hour = 3_600_000;

/** What makes the instances of a business account be refreshed. */
const alert = { entity_type: 'BUSINESS', entity_id: '1', alert_info: { alert_type: 'ANY' } };

/** A command that came twice with one key, and an endpoint that is tried again with the token that is stored. */
export const repeatedCommands = async ({ client, call }: OutsideScene): Promise<void> => {
  const { body } = await client.call('upsert-partner-customer', {
    external_customer_id: 'twice',
    customer_name: 'Twice',
  });
  const line = { customer_id: body.customer.customer_id, instance_key: 'twice' };
  const options = { idempotencyKey: 'the-same-twice' };
  await client.call('create-customer-instance', line, options);
  await client.call('create-customer-instance', line, options);
  const { endpoint } = await call('get-partner-webhook-endpoint', {});
  await call('validate-partner-webhook-endpoint', { webhook_url: endpoint?.url ?? '', platform_verify_token: null });
};

/** A token that has expired: the dispatcher asks the platform about it as the app. */
export const expiredToken = async (scene: OutsideScene): Promise<void> => {
  const { instance_id, link } = await newInstance(scene, await newCustomer(scene, 'expired'), 'expired');
  await openLink(link);
  const { instance } = await scene.call('get-partner-instance', { instance_id });
  await scene.platform({ token: { expire: true, waba_id: instance.platform_waba_id } });
  await scene.call('refresh-partner-instance-platform', { instance_id });
};

/** A number that the platform refuses after the line has taken it: the connection lets it go again. */
export const refusedNumber = async (scene: OutsideScene): Promise<void> => {
  const line = await newInstance(scene, await newCustomer(scene, 'refused'), 'refused');
  const body = { error: { code: 133006, message: 'Phone number re-verification needed' } };
  await scene.platform({ fault: { method: 'POST', path: '/', skip: 1, status: 400, body } });
  await openLink(line.link);
  await scene.platform({ clear: true });
};

/** A sign-up during which the platform does not answer: the worker of lifecycles goes on with it later. */
export const interruptedConnection = async (scene: OutsideScene): Promise<void> => {
  const { instance_id, link } = await newInstance(scene, await newCustomer(scene, 'interrupted'), 'interrupted');
  await scene.platform({ fault: { path: '/debug_token', status: 500 } });
  await signUp(link);
  await scene.platform({ clear: true });
  await until(
    async () => {
      await wait(500);
      scene.bare.stack.schedules.fire('DueSweepSchedule');
      return statusOf(scene, instance_id);
    },
    (status) => status === 'connected',
  );
};

/**
 * A line's callback fails to move to another endpoint, and moves when tried again. Then it disappears at the platform, which approves
 * another name and has the line looked at.
 */
export const connectedInstance = async (scene: OutsideScene): Promise<void> => {
  const { instance_id, link } = await newInstance(scene, await newCustomer(scene, 'connected'), 'connected');
  await openLink(link);
  const { endpoint } = await scene.call('get-partner-webhook-endpoint', {});
  const webhook_url = `${endpoint?.url ?? ''}?moved`;
  const { instance } = await scene.call('get-partner-instance', { instance_id });
  const body = { error: { code: 100, message: 'Invalid parameter' } };
  const path = `/${instance.platform_phone_number_id ?? ''}`;
  await scene.platform({ fault: { method: 'POST', path, status: 400, body } });
  await scene.call('update-partner-webhook-endpoint', { webhook_url, platform_verify_token: null });
  const migrated = (wanted: string) =>
    until(
      () => scene.call('get-partner-webhook-migration', {}),
      ({ migration }) => migration.status === wanted,
    );
  await migrated('failed');
  await scene.platform({ clear: true });
  await scene.call('retry-partner-webhook-migration', {});
  await migrated('completed');
  const number = { id: instance.platform_phone_number_id, webhook_configuration: { phone_number: null } };
  await scene.platform({ number });
  await tell(scene, instance.platform_waba_id, 'phone_number_name_update', {
    display_phone_number: instance.display_phone_number,
    decision: 'APPROVED',
    requested_verified_name: 'Blue Heron Bakery',
  });
  await tell(scene, instance.platform_waba_id, 'account_alerts', alert);
  await usedBy(scene, 'InstanceRefresh', 'dynamodb:ConditionCheckItem', 'Table');
};

/** The number's PIN is changed, and the platform then does not show the number: its token is read before the line is lost. */
export const doubtedInstance = async (scene: OutsideScene): Promise<void> => {
  const { instance_id, link } = await newInstance(scene, await newCustomer(scene, 'doubted'), 'doubted');
  await openLink(link);
  const { instance } = await scene.call('get-partner-instance', { instance_id });
  const body = { error: { code: 100, error_subcode: 33, message: 'Unsupported get request' } };
  const path = `/${instance.platform_phone_number_id ?? ''}`;
  await scene.platform({ fault: { method: 'GET', path, status: 400, body } });
  await tell(scene, instance.platform_waba_id, 'security', {
    display_phone_number: instance.display_phone_number,
    event: 'PIN_CHANGED',
  });
  await usedBy(scene, 'CallbackIntake', 'dynamodb:DeleteItem', 'Table');
  await tell(scene, instance.platform_waba_id, 'account_alerts', alert);
  await usedBy(scene, 'InstanceRefresh', 'secretsmanager:GetSecretValue', 'PlatformAppSecret');
  await scene.platform({ clear: true });
};

/** Reports in the index, and one that is still on its way there when its customer has been erased. */
export const erasedCustomer = async (scene: OutsideScene): Promise<void> => {
  const customer_id = await newCustomer(scene, 'erased');
  const { instance_id, link } = await newInstance(scene, customer_id, 'erased');
  await openLink(link);
  const { instance } = await scene.call('get-partner-instance', { instance_id });
  const report = { phone_number_id: instance.platform_phone_number_id ?? '', status: 'sent' as const };
  const reports = Array.from({ length: foldThreshold(0) }, (_, number) => ({ ...report, message_id: `${number}` }));
  await scene.call('report-partner-message-statuses', { reports });
  await until(
    () => Promise.resolve(scene.bare.stack.grantUses()),
    (uses) => uses.some((use) => use.function === 'Folding' && use.action === 'dynamodb:BatchWriteItem'),
  );
  const rollup = scene.bare.stack.mappings.get('JournalSource');
  await rollup?.pause();
  await scene.call('report-partner-message-status', { ...report, message_id: 'under way' });
  await operate(`customers erase ${scene.partner.partnerId} ${customer_id}`, scene.bare.stateFile);
  rollup?.resume();
};

const rootClient = ({ bare: { stack } }: OutsideScene): DynamoDBClient =>
  new DynamoDBClient(clientSettings(stack.description));

/** Work of every kind that was not brought to its queue, and a record that no worker can read. */
export const lostWork = async (scene: OutsideScene): Promise<void> => {
  const { stack } = scene.bare;
  const client = rootClient(scene);
  const put = (sk: string, due_shard: string, due_at: string): Promise<unknown> => {
    const Item = { pk: { S: 'P#lost' }, sk: { S: sk }, due_shard: { S: due_shard }, due_at: { S: due_at } };
    return client.send(new PutItemCommand({ TableName: stack.description.dynamodb.table, Item }));
  };
  await put('poison', dueShard('event', 0), 'some day');
  // The sort key of a reported message, under a partition key that no message has.
  await put(`${messageSortPrefix}lost`, dueShard('event', 0), 'some day');
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  for (const queue of queueNames) await put(queue, dueShard(queue, 0), yesterday);
  stack.schedules.fire('DueSweepSchedule');
};

/** Failures, enough to be folded, that a line's index does not take at first: they are parked, and brought there later. */
export const parkedReport = async (scene: OutsideScene): Promise<void> => {
  const { stack } = scene.bare;
  const { instance_id, link } = await newInstance(scene, await newCustomer(scene, 'parked'), 'parked');
  await openLink(link);
  const { instance } = await scene.call('get-partner-instance', { instance_id });
  const fault = stack.services.faults.inject({
    match: {
      operation: 'TransactWriteItems',
      accessKeyId: accessKeyIdOf('swift-worker-local-Folding'),
      keyPrefix: scopePartition({ kind: 'instance', partnerId: scene.partner.partnerId, instanceId: instance_id }),
    },
    effect: { kind: 'error', code: 'ValidationException', status: 400 },
    times: 1_000,
  });
  const phone_number_id = instance.platform_phone_number_id ?? '';
  const reports = Array.from({ length: foldThreshold(0) }, (_, number) => ({
    phone_number_id,
    message_id: `parked-${number}`,
    status: 'failed' as const,
  }));
  await scene.call('report-partner-message-statuses', { reports });
  const used = (name: string, action: string): boolean =>
    stack.grantUses().some((use) => use.function === name && use.action === action);
  await until(
    () => Promise.resolve(fault.met),
    (met) => met >= 3,
  );
  fault.remove();
  await until(
    () => Promise.resolve(used('ParkedReports', 'dynamodb:DeleteItem')),
    (isUsed) => isUsed,
  );
};

/** Reports that are old enough for the audit, which samples a part of the table at each run. */
export const auditedReports = async (scene: OutsideScene): Promise<void> => {
  const { stack } = scene.bare;
  const client = DynamoDBDocumentClient.from(rootClient(scene));
  const table = { client, name: stack.description.dynamodb.table, retryPolicy: systemRetryPolicy };
  const to = Date.now() - 2 * hour;
  const instances = instancesOf(2, 2, randomFrom(1), to - 2 * hour);
  const events = trafficOf({ instances, from: to - hour, to, messages: 40, seed: 1 });
  for (const event of events) await recordEvent(table, messageSite(scene.partner.partnerId, event), event);
  await until(
    async () => {
      stack.schedules.fire('ReportAuditSchedule');
      await wait(500);
      return stack.grantUses();
    },
    (uses) => uses.some((use) => use.function === 'ReportAudit' && use.action === 'dynamodb:Query'),
  );
};

/** The usage of a partner that begins three days ago: what the partner had is counted, and the days that have ended are closed. */
export const closedUsage = async (scene: OutsideScene): Promise<void> => {
  const { partnerId } = scene.partner;
  const client = DynamoDBDocumentClient.from(rootClient(scene));
  const { table: TableName } = scene.bare.stack.description.dynamodb;
  const first = daysAfter(utcDayOf(Date.now()), -3);
  const head = { ...keys.usageHead(partnerId), first_day: first, next_day: first };
  await client.send(new PutCommand({ TableName, Item: { ...head, ...dueAt('usageClose', partnerId, Date.now()) } }));
  await until(
    () => client.send(new GetCommand({ TableName, Key: { ...keys.usageDay(partnerId, 'D', first) } })),
    ({ Item: closed }) => closed !== undefined,
  );
};

/** A template that was paused, and that a synchronisation finds approved. */
export const recoveredTemplate = async (scene: OutsideScene): Promise<void> => {
  const { instance_id, link } = await newInstance(scene, await newCustomer(scene, 'templates'), 'templates');
  await openLink(link);
  const { instance } = await scene.call('get-partner-instance', { instance_id });
  const platform_waba_id = instance.platform_waba_id ?? '';
  const client = DynamoDBDocumentClient.from(rootClient(scene));
  const table = { client, name: scene.bare.stack.description.dynamodb.table, retryPolicy: systemRetryPolicy };
  const facts = { id: '9301', name: 'recovered', language: 'en', category: 'UTILITY', components: [] };
  const paused = afterPage(
    undefined,
    { ...facts, status: 'PAUSED', quality_score: null, rejected_reason: null, details: noDetails },
    { pass: 1, askedAt: Date.now() - hour },
  );
  await writeChunk(table, scene.partner.partnerId, platform_waba_id, emptyChunk(chunkNumberOf(facts.name)), [paused]);
  await scene.platform({ template: { ...facts, waba_id: platform_waba_id, status: 'APPROVED' } });
  await scene.call('refresh-partner-platform-templates', { platform_waba_id, force: true });
  await usedBy(scene, 'TemplateSync', 'dynamodb:DeleteItem', 'Table');
};
