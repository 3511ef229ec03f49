import { z } from 'zod';
import type { DueHint } from '../../lambdas/kernel/due.ts';
import type { Vault } from '../../lambdas/domain/vault.ts';
import type { TemplateDetails } from '../../lambdas/domain/template.ts';
import type { QueueName } from '../../lambdas/kernel/work.ts';
import type { RoundDeps } from '../../lambdas/lines/instance-deps.ts';
import { refreshInstances } from '../../lambdas/lines/refresh-instances.ts';
import { createPlatformClient, type PlatformClient } from '../../lambdas/platform/client.ts';
import { platformLimits } from '../../lambdas/platform/limits.ts';
import { createPlatformHttp } from '../../lambdas/platform/http.ts';
import { listNumbers, readNumber } from '../../lambdas/platform/numbers.ts';
import { registerNumber } from '../../lambdas/platform/registration.ts';
import { exchangeCode, signUpUrl } from '../../lambdas/platform/sign-up.ts';
import { factsOf } from '../../lambdas/lines/refresh-instance.ts';
import { newId, systemRetryPolicy } from '../../lambdas/runtime/clock.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import { instanceClauses, readInstance, type InstanceRecord } from '../../lambdas/store/instances/instances.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import { attachClauses } from '../../lambdas/store/instances/instance-links.ts';
import { platformBudgets } from '../../lambdas/store/platform/platform-budgets.ts';
import { queryAll } from '../../lambdas/store/table/query.ts';
import { watchWabaClauses } from '../../lambdas/store/instances/watch-waba.ts';
import type { SyncDeps } from '../../lambdas/template-sync/sync-deps.ts';
import { runWork } from '../../lambdas/runtime/run-work.ts';
import { runners } from '../../lambdas/template-sync/runners.ts';
import { dueHints } from './due-hints.ts';
import { syncShape, type ShownSync } from './sync-shape.ts';
import { startService, type Reply, type TestPartner, type TestService } from './service.ts';
import { app, type Scenery } from './connect-scenery.ts';
import { testVault } from './test-vault.ts';
import { noDeadline } from './no-deadline.ts';

/** The dependencies of the workers of syncs and of refreshes. */
export type SceneDeps = SyncDeps & RoundDeps;

export interface GivenTemplate extends Partial<TemplateDetails> {
  readonly id: string;
  readonly name: string;
  readonly language: string;
  readonly category?: string;
  readonly status?: string;
  readonly components?: readonly unknown[];
}

const templateShape = z.object({
  template_id: z.string(),
  platform_waba_id: z.string(),
  name: z.string(),
  language: z.string(),
  category: z.string().nullable(),
  status: z.string().nullable(),
  quality_score: z.string().nullable(),
  rejected_reason: z.string().nullable(),
  components: z.array(z.unknown()),
  last_synced_at: z.string().nullable(),
});
export type ShownTemplate = z.infer<typeof templateShape>;

export const syncOf = (reply: Reply): ShownSync => syncShape.parse(reply.body['sync']);
export const templateOf = (reply: Reply): ShownTemplate => templateShape.parse(reply.body['template']);
export const templatesOf = (reply: Reply): readonly ShownTemplate[] =>
  z.array(templateShape).parse(reply.body['items']);

const notificationShape = z.object({
  sk: z.string(),
  category: z.string(),
  severity: z.string(),
  title: z.string(),
  body: z.string(),
  entity: z.object({ type: z.string(), id: z.string() }),
  created_at: z.string(),
});

const ids = z.object({
  customer: z.object({ customer_id: z.string() }).optional(),
  instance: z.object({ id: z.string() }).optional(),
});

let numbered = 0;
/** A new id in the platform's form. */
export const freshId = (): string => `9${String((numbered += 1)).padStart(15, '0')}`;

/** The platform lists the numbers of a business account in any order. */
const connectedNumbers = new Set<string>();

/** A partner whose instances are connected at the simulator, and the workers of its syncs. */
export class TemplateScene {
  readonly scenery: Scenery;
  readonly service: TestService;
  readonly partner: TestPartner;
  readonly deps: SceneDeps;
  readonly #customerId: string;

  private constructor(
    scenery: Scenery,
    service: TestService,
    deps: SceneDeps,
    partner: TestPartner,
    customerId: string,
  ) {
    this.scenery = scenery;
    this.service = service;
    this.deps = deps;
    this.partner = partner;
    this.#customerId = customerId;
  }

  static async start(
    scenery: Scenery,
    platform: PlatformClient = scenery.client,
    vault: Vault = testVault(),
  ): Promise<TemplateScene> {
    const { table, clock } = scenery;
    const service = await startService(table, { clock: clock.now, rateScale: 10_000, platform, vault });
    const deps: SceneDeps = {
      table,
      retryPolicy: systemRetryPolicy,
      clock: clock.now,
      newId,
      vault,
      platform,
      deadline: noDeadline,
      app: () => Promise.resolve(app),
      reportIncident: () => undefined,
      region: null,
      pageSize: 250,
    };
    const made = await service.call('POST', {
      body: { route: 'upsert-partner-customer', external_customer_id: 'C-1', customer_name: 'Acme' },
    });
    const customerId = ids.parse(made.body).customer?.customer_id ?? '';
    return new TemplateScene(scenery, service, deps, service.partner, customerId);
  }

  get partnerId(): string {
    return this.partner.partnerId;
  }

  query(route: string, query: Record<string, string>, bearer = this.partner.apiKey): Promise<Reply> {
    return this.service.call('GET', { query: { route, ...query }, bearer });
  }

  refresh(body: Record<string, unknown>, headers: Record<string, string> = {}): Promise<Reply> {
    return this.service.call('POST', { body: { route: 'refresh-partner-platform-templates', ...body }, headers });
  }

  list(query: Record<string, string>): Promise<Reply> {
    return this.query('list-partner-platform-templates', query);
  }

  /** Creates an instance that is not connected. */
  async newInstance(): Promise<string> {
    const made = await this.service.call('POST', {
      body: {
        route: 'create-customer-instance',
        partner_customer_id: this.#customerId,
        instance_key: `line-${freshId()}`,
        create_connect_session: false,
      },
    });
    return ids.parse(made.body).instance?.id ?? '';
  }

  /** Creates an instance that is connected to a new number of the business account. */
  async connectedInstance(wabaId: string): Promise<string> {
    const { table, clock, platform } = this.scenery;
    const { client } = this.scenery;
    const now = clock.now();
    const redirectUri = 'https://api.example/connect/callback';
    const dialog = new URL(
      signUpUrl(
        platform.dialogUrl,
        { appId: app.id, configId: app.configId, launch: 'dialog', coexistence: 'on' },
        redirectUri,
        'state',
      ),
    );
    dialog.searchParams.set('auto', '1');
    dialog.searchParams.set('waba', wabaId);
    const back = await this.scenery.signUp(dialog);
    const { token } = await exchangeCode(client, app, back.searchParams.get('code') ?? '', redirectUri, now);
    const number = (await listNumbers(client, { wabaId, token })).find(({ id }) => !connectedNumbers.has(id));
    const access = { wabaId, token, phoneNumberId: number?.id ?? '' };
    connectedNumbers.add(access.phoneNumberId);
    await registerNumber(client, access, '123456', null);
    const instanceId = await this.newInstance();
    const record = await this.instance(instanceId);
    const context = { partner_id: this.partnerId, record_id: instanceId, purpose: 'platform_token' } as const;
    const at = new Date(now).toISOString();
    const instance = {
      ...record.instance,
      ...factsOf(await readNumber(client, access), now),
      status: 'connected',
      slot_state: 'occupied',
      platform_phone_number_id: access.phoneNumberId,
      platform_waba_id: wabaId,
      callback: { state: 'active', verified_at: at, last_error: null },
      connection: { connected_at: at, token_expires_at: null, last_error: null },
    } as const;
    const next: InstanceRecord = {
      ...record,
      instance,
      revision: record.revision + 1,
      sealedToken: await this.deps.vault.seal(token, context),
    };
    const link = {
      partnerId: this.partnerId,
      instanceId,
      phoneNumberId: access.phoneNumberId,
      wabaId,
      customerId: instance.partner_customer_id,
    };
    await commit(table, [
      ...instanceClauses(table, this.partnerId, next, record.instance),
      ...attachClauses(table, link),
      ...watchWabaClauses(table, this.partnerId, wabaId, instanceId, now),
    ]);
    return instanceId;
  }

  async instance(instanceId: string): Promise<InstanceRecord> {
    const record = await readInstance(this.scenery.table, this.partnerId, instanceId);
    if (record === null) throw new Error('no such instance');
    return record;
  }

  putTemplates(wabaId: string, templates: readonly GivenTemplate[]): Promise<void> {
    return this.scenery.control({ templates: templates.map((template) => ({ ...template, waba_id: wabaId })) });
  }

  removeTemplate(id: string): Promise<void> {
    return this.scenery.control({ template: { id, deleted: true } });
  }

  /** The hints of this partner's work that is due now. */
  async dueNow(kind: QueueName): Promise<readonly DueHint[]> {
    const found = await dueHints(this.scenery.table, kind, this.scenery.clock.now());
    return found.filter(({ pk }) => pk.startsWith(`P#${this.partnerId}#`));
  }

  /** Does the due work until nothing is due. */
  async settle(deps: SceneDeps = this.deps): Promise<void> {
    for (let round = 0; round < 20; round += 1) {
      const [syncs, refreshes] = [await this.dueNow('sync'), await this.dueNow('refresh')];
      if (syncs.length + refreshes.length === 0) return;
      const until = this.scenery.clock.now() + 60_000;
      for (const hint of syncs) await runWork(runners(deps, until), hint);
      for (const hint of refreshes)
        await runWork({ instanceWatch: (work) => refreshInstances(deps, work, until) }, hint);
    }
    throw new Error('work is due without end');
  }

  /** Requests a sync and carries it out. @returns its state afterwards */
  async pass(wabaId: string, deps: SceneDeps = this.deps): Promise<ShownSync> {
    const asked = await this.refresh({ waba_id: wabaId, force: true });
    if (asked.status !== 202) throw new Error(asked.text);
    await this.settle(deps);
    this.scenery.clock.pass(61_000);
    return this.latest(wabaId);
  }

  async latest(wabaId: string): Promise<ShownSync> {
    return syncOf(await this.query('get-partner-platform-template-sync', { waba_id: wabaId }));
  }

  /** Every template of the business account, page after page. */
  async all(wabaId: string): Promise<readonly ShownTemplate[]> {
    const found: ShownTemplate[] = [];
    for (let page = 1; ; page += 1) {
      const reply = await this.list({ waba_id: wabaId, page: String(page), page_size: '200' });
      if (reply.status !== 200) throw new Error(reply.text);
      const items = templatesOf(reply);
      found.push(...items);
      if (items.length < 200) return found;
    }
  }

  /** The notifications of the partner's members, oldest first. */
  async notifications(): Promise<readonly z.infer<typeof notificationShape>[]> {
    const items = await queryAll(this.scenery.table, {
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': keys.notification(this.partnerId, '').pk },
    });
    return z.array(notificationShape).parse(items);
  }
}

/** A client that respects the budget in the table, as the deployed functions do. */
export const budgetedClient = (scenery: Scenery): PlatformClient =>
  createPlatformClient({
    http: createPlatformHttp(scenery.platform.graphUrl),
    budget: platformBudgets(scenery.table, systemRetryPolicy),
    clock: scenery.clock.now,
    random: () => 0.5,
    sleep: () => Promise.resolve(),
    limits: platformLimits,
    until: Infinity,
  });
