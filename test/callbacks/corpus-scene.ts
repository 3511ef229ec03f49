import { z } from 'zod';
import { takeIn } from '../../lambdas/callbacks/take-in.ts';
import type { ReceivedChange } from '../../lambdas/domain/callback-message.ts';
import type { Instance } from '../../lambdas/domain/instance.ts';
import { noDetails } from '../../lambdas/domain/template.ts';
import { numberPinContext } from '../../lambdas/domain/vault.ts';
import { hubSignature } from '../../lambdas/domain/webhook/signature.ts';
import { refreshInstances } from '../../lambdas/lines/refresh-instances.ts';
import { answer } from '../../lambdas/callbacks/answer-callback.ts';
import { changesIn } from '../../lambdas/runtime/callback-queue.ts';
import { newId, systemRetryPolicy } from '../../lambdas/runtime/clock.ts';
import { logger } from '../../lambdas/runtime/logger.ts';
import { runWork } from '../../lambdas/runtime/run-work.ts';
import { instanceClauses, readInstance, type InstanceRecord } from '../../lambdas/store/instances/instances.ts';
import { keepPin, readPin } from '../../lambdas/store/instances/instance-pins.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import { queryAll } from '../../lambdas/store/table/query.ts';
import { getItem } from '../../lambdas/store/table/read.ts';
import { recordsOf } from '../../lambdas/store/templates/chunk.ts';
import { chunkNumberOf, readChunk, writeChunk } from '../../lambdas/store/templates/directory.ts';
import { readHead } from '../../lambdas/store/templates/head.ts';
import { StoredTemplates } from '../../lambdas/template-sync/stored-templates.ts';
import { putBack } from '../../tools/processes/put-back.ts';
import { noDeadline } from '../../tools/harness/no-deadline.ts';
import { eventOf, startService, type TestService } from '../../tools/harness/service.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { testVault } from '../../tools/harness/test-vault.ts';
import { rawItems } from '../../tools/harness/traces.ts';
import type { Item } from '../../lambdas/store/table/table.ts';
import { connectedLine } from './connected-line.ts';
import { answeredOf, lineNames, numberOf, waba, type LineName, type ShownLine } from './corpus-lines.ts';
import { CorpusPlatform } from './corpus-platform.ts';

/** The app of the corpus. */
const app = { id: '880000000000501', secret: 'the-secret-of-the-app' };

/** The time of the corpus' callbacks. */
export const corpusTime = 1_793_577_600_000;
const second = 1_000;
const day = 86_400 * second;

const idOf = z.object({
  customer: z.object({ customer_id: z.string() }).optional(),
  instance: z.object({ id: z.string() }).optional(),
});
const notification = z.object({ title: z.string(), body: z.string() });
const template = z.record(z.string(), z.unknown());

/** The lines and the templates that the corpus is about, in a table, with the platform that calls back about them. */
export class CorpusScene {
  /** Another language of the template. */
  readonly sibling = '1500000000000402';
  readonly platform = new CorpusPlatform();
  readonly clock = testClock(corpusTime - 2 * day);
  readonly logLines: string[] = [];
  onIncident: () => void = () => undefined;
  readonly #table: TestTable;
  readonly #vault = testVault();
  readonly #lines = new Map<LineName, string>();
  #service: TestService | null = null;
  #items: readonly Item[] = [];

  private constructor(table: TestTable) {
    this.#table = table;
  }

  static async start(): Promise<CorpusScene> {
    const scene = new CorpusScene(await startTestTable());
    await scene.#prepare();
    return scene;
  }

  stop(): Promise<void> {
    return this.#table.stop();
  }

  get deps() {
    return {
      table: this.#table,
      retryPolicy: systemRetryPolicy,
      clock: this.clock.now,
      newId,
      vault: this.#vault,
      platform: this.platform,
      deadline: noDeadline,
      app: () => Promise.resolve(app),
      region: null,
      reportIncident: () => {
        this.onIncident();
      },
      appId: app.id,
    };
  }

  get partnerId(): string {
    return this.service.partner.partnerId;
  }

  get service(): TestService {
    if (this.#service === null) throw new Error('not prepared');
    return this.#service;
  }

  async #prepare(): Promise<void> {
    const { table, clock, vault, platform } = this.deps;
    this.#service = await startService(table, { clock, rateScale: 10_000, platform, vault });
    const made = await this.service.call('POST', {
      body: { route: 'upsert-partner-customer', external_customer_id: 'C-1', customer_name: 'Acme' },
    });
    const customerId = idOf.parse(made.body).customer?.customer_id ?? '';
    for (const name of lineNames) await this.#connect(name, customerId);
    const templates = new StoredTemplates(this.deps, this.partnerId, waba, []);
    const facts = {
      category: 'UTILITY',
      status: 'PENDING',
      quality_score: 'GREEN',
      rejected_reason: null,
      details: noDetails,
    };
    const given = ['1500000000000401', '1500000000000402'].map((id, index) => ({
      id,
      name: 'order_ready',
      language: index === 0 ? 'en_US' : 'pt_BR',
      correct_category: null,
      ...facts,
      components: [{ type: 'BODY', text: 'Order {{1}} is ready.' }],
    }));
    await templates.takeIn(given, { pass: 1, askedAt: clock() }, false);
    this.clock.pass(2 * day + 5 * second);
    this.#items = await rawItems(table);
  }

  async #connect(name: LineName, customerId: string): Promise<void> {
    const { table, clock } = this.deps;
    const { id: phoneNumberId, display, waba: wabaId } = numberOf[name];
    const made = await this.service.call('POST', {
      body: {
        route: 'create-customer-instance',
        partner_customer_id: customerId,
        instance_key: name,
        create_connect_session: false,
      },
    });
    const instanceId = idOf.parse(made.body).instance?.id ?? '';
    this.#lines.set(name, instanceId);
    await connectedLine(
      { ...this.deps, vault: this.#vault },
      this.partnerId,
      instanceId,
      { phoneNumberId, display, wabaId, token: `token-${name}` },
      clock() + 2 * day,
    );
    const pin = await this.#vault.seal('482913', numberPinContext(this.partnerId, instanceId));
    await keepPin(table, this.partnerId, instanceId, pin);
  }

  /** The state before any callback: every line is connected, and the platform confirms it. */
  async reset(): Promise<void> {
    await putBack(this.#table, this.#items);
    this.clock.pass(corpusTime + 5 * second - this.clock.now());
    this.logLines.length = 0;
    this.platform.calls.length = 0;
    this.platform.refusals.clear();
    this.platform.token = 'debug_token.several_wabas';
    for (const name of lineNames) this.answerWith(name, {});
  }

  /** Changes the stored template. */
  async changeTemplate(changes: Readonly<Record<string, unknown>>): Promise<void> {
    const chunk = await readChunk(this.#table, this.partnerId, waba, chunkNumberOf('order_ready'));
    const [first, ...others] = recordsOf(chunk);
    if (first === undefined) throw new Error('no template');
    await writeChunk(this.#table, this.partnerId, waba, chunk, [{ ...first, ...changes }, ...others]);
  }

  /** What the platform answers about a number from now on. */
  answerWith(name: LineName, fields: Readonly<Record<string, unknown>>): void {
    this.platform.numbers.set(numberOf[name].id, { ...answeredOf(name), ...fields });
  }

  idOf(name: LineName): string {
    return numberOf[name].id;
  }

  /** Refuses every call about a number, as a file of the corpus says; `unavailable` does not answer. */
  refuse(name: LineName, file: string): void {
    this.platform.refusals.set(numberOf[name].id, file);
  }

  /** The token of a line expires. */
  expire(name: LineName): void {
    this.refuse(name, 'error.token_expired');
    this.platform.token = 'debug_token.invalid';
  }

  async record(name: LineName): Promise<InstanceRecord> {
    const record = await readInstance(this.#table, this.partnerId, this.#lines.get(name) ?? '');
    if (record === null) throw new Error('no such line');
    return record;
  }

  async change(name: LineName, changes: Partial<Instance>): Promise<void> {
    const record = await this.record(name);
    const next = { ...record, instance: { ...record.instance, ...changes }, revision: record.revision + 1 };
    await commit(this.#table, instanceClauses(this.#table, this.partnerId, next, record.instance));
  }

  /** Sends a body through the signature check, the reader, the queue's text and the intake. @returns the HTTP status */
  async send(body: string): Promise<number> {
    const log = logger((line) => this.logLines.push(line), {});
    const queued: ReceivedChange[] = [];
    const headers = { 'x-hub-signature-256': hubSignature(app.secret, Buffer.from(body)) };
    const door = {
      appSecret: () => Promise.resolve(app.secret),
      queue: (changes: readonly ReceivedChange[]) => Promise.resolve(void queued.push(...changes)),
      relay: () => Promise.resolve(0),
      clock: this.deps.clock,
      log,
    };
    const { statusCode = 0 } = await answer(door, eventOf('POST', { body }, headers));
    await takeIn({ ...this.deps, log }, changesIn(JSON.stringify({ changes: queued })));
    return statusCode;
  }

  /** When the facts of the numbers are read next. */
  async readsAt(of: LineName = 'line'): Promise<number> {
    const item = await getItem(this.#table, keys.instanceWatch(this.partnerId, numberOf[of].waba));
    return Date.parse(String(item?.['due_at']));
  }

  /** Whether the templates are read now. */
  async readsTemplates(): Promise<boolean> {
    return (await readHead(this.#table, this.partnerId, waba)).sync?.isOpen === true;
  }

  /** Reads the numbers of a line's account, at the time that is due. */
  async read(of: LineName = 'line'): Promise<void> {
    const watch = keys.instanceWatch(this.partnerId, numberOf[of].waba);
    const at = await this.readsAt(of);
    if (at > this.clock.now()) this.clock.pass(at - this.clock.now());
    const until = this.clock.now() + 60 * second;
    await runWork({ instanceWatch: (work) => refreshInstances(this.deps, work, until) }, watch);
  }

  async line(name: LineName): Promise<ShownLine> {
    const { instance } = await this.record(name);
    const { status, platform_status, can_send_message, quality_rating, messaging_limit } = instance;
    return {
      status,
      platform_status,
      can_send_message,
      quality_rating,
      messaging_limit,
      verified_name: instance.verified_name,
      name_status: instance.name_status,
      username: instance.username,
      restricted_until: instance.restricted_until,
      last_error: instance.connection.last_error?.code ?? null,
      has_pin: (await readPin(this.#table, this.partnerId, instance.id)) !== null,
    };
  }

  async lines(): Promise<Readonly<Record<LineName, ShownLine>>> {
    const [line, other, brazilian, elsewhere] = await Promise.all([
      this.line('line'),
      this.line('other'),
      this.line('brazilian'),
      this.line('elsewhere'),
    ]);
    return { line, other, brazilian, elsewhere };
  }

  /** A template as the API shows it. */
  async template(id = '1500000000000401'): Promise<Readonly<Record<string, unknown>>> {
    const query = { route: 'get-partner-platform-template', waba_id: waba, template_id: id };
    const { last_synced_at: _at, ...shown } = template.parse(
      (await this.service.call('GET', { query })).body['template'],
    );
    return shown;
  }

  async notifications(): Promise<readonly z.infer<typeof notification>[]> {
    const items = await queryAll(this.#table, {
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': keys.notification(this.partnerId, '').pk },
    });
    return z.array(notification).parse(items);
  }
}
