import { z } from 'zod';
import { day } from '../../../lambdas/kernel/time.ts';
import type { TestPartner } from '../../../tools/harness/service.ts';
import { BruteCount } from './brute-count.ts';
import type { UsageScene } from './usage-scene.ts';

interface Line {
  readonly id: string;
  customer: string;
  isTaken: boolean;
  isConnected: boolean;
  number: string | null;
}

const made = z.object({
  customer: z.optional(z.object({ customer_id: z.string() })),
  instance: z.optional(z.object({ id: z.string() })),
});

const hour = 3_600_000;

/** A partner's history through the API, with a count of its own. */
export class PartnerHistory {
  readonly partner: TestPartner;
  readonly count: BruteCount;
  readonly #scene: UsageScene;
  readonly #random: () => number;
  readonly #customers = new Map<string, 'active' | 'inactive' | 'gone'>();
  readonly #lines: Line[] = [];
  readonly #delivered = new Set<string>();
  #names = 0;

  constructor(scene: UsageScene, partner: TestPartner, random: () => number) {
    this.#scene = scene;
    this.partner = partner;
    this.#random = random;
    this.count = new BruteCount(scene.clock.now, this.#lines, this.#customers);
  }

  /** All customers that there were. */
  get customerIds(): readonly string[] {
    return Array.from(this.#customers.keys());
  }

  /** Does something at random. */
  async act(): Promise<void> {
    const acts = [
      () => this.#create(),
      () => this.#create(),
      () => this.#import(),
      () => this.#update(),
      () => this.#update(),
      () => this.#deactivate(),
      () => this.#reactivate(),
      () => this.#merge(),
      () => this.#erase(),
      () => this.#line(),
      () => this.#line(),
      () => this.#connect(),
      () => this.#connect(),
      () => this.#disconnect(),
      () => this.#move(),
      () => this.#deliver(),
      () => this.#deliver(),
      () => this.#resend(),
      () => this.#report(),
      () => this.#reports(),
      () => this.#refused(),
    ];
    this.count.today();
    await this.#one(acts)?.();
    this.count.look();
  }

  #one<T>(of: readonly T[]): T | undefined {
    return of[Math.floor(this.#random() * of.length)];
  }

  #customer(is: 'active' | 'inactive' | null, without = ''): string | undefined {
    const fit = Array.from(this.#customers).filter(
      ([id, status]) => id !== without && status !== 'gone' && (is === null || status === is),
    );
    return this.#one(fit)?.[0];
  }

  /** A call that has to succeed. */
  async #call(route: string, body: Readonly<Record<string, unknown>>): Promise<z.infer<typeof made>> {
    this.count.today().calls += 1;
    const reply = await this.#scene.service.call('POST', { bearer: this.partner.apiKey, body: { route, ...body } });
    if (reply.status >= 300) throw new Error(`${route}: ${reply.text}`);
    return made.parse(reply.body);
  }

  async #create(): Promise<void> {
    const { customer } = await this.#call('upsert-partner-customer', {
      external_customer_id: `C-${(this.#names += 1)}`,
      customer_name: 'Acme',
    });
    this.#customers.set(customer?.customer_id ?? '', 'active');
  }

  /** Rows of new customers, of known ones, and twice of one. */
  async #import(): Promise<void> {
    const fresh = Array.from({ length: 1 + Math.floor(this.#random() * 4) }, () => `C-${(this.#names += 1)}`);
    const known = `C-${Math.floor(this.#random() * this.#names)}`;
    const ids = [...fresh, known, fresh[0] ?? ''];
    this.count.today().calls += 1;
    const made = await this.#scene.importCustomers(this.partner, ids);
    for (const id of made) this.#customers.set(id, this.#customers.get(id) ?? 'active');
  }

  async #update(): Promise<void> {
    const id = this.#customer(null);
    if (id === undefined) return;
    this.count.today().calls += 1;
    const body = { route: 'update-partner-customer', customer_id: id, customer_name: `Acme ${(this.#names += 1)}` };
    await this.#scene.service.call('PATCH', { bearer: this.partner.apiKey, body });
  }

  async #deactivate(): Promise<void> {
    const id = this.#customer('active');
    if (id === undefined) return;
    await this.#call('deactivate-partner-customer', { customer_id: id, reason: 'x' });
    this.#customers.set(id, 'inactive');
    for (const line of this.#lines.filter(({ customer }) => customer === id)) this.#released(line);
  }

  #released(line: Line): void {
    Object.assign(line, { isTaken: false, isConnected: false });
  }

  async #reactivate(): Promise<void> {
    const id = this.#customer('inactive');
    if (id === undefined) return;
    await this.#call('reactivate-partner-customer', { customer_id: id, reason: 'x' });
    this.#customers.set(id, 'active');
  }

  async #merge(): Promise<void> {
    const source = this.#customer(null);
    const target = this.#customer('active', source);
    if (source === undefined || target === undefined) return;
    await this.#call('merge-partner-customers', {
      source_customer_id: source,
      target_customer_id: target,
      reason: 'x',
    });
    this.#customers.set(source, 'gone');
    for (const line of this.#lines.filter(({ customer }) => customer === source)) line.customer = target;
  }

  /** Erases a customer with its lines, all on one day: it is not active from the beginning on, and its lines are released. */
  async #erase(): Promise<void> {
    const id = this.#customer(null);
    if (id === undefined || this.#scene.clock.now() % day > day - hour) return;
    const { partnerId } = this.partner;
    await this.#scene.service.operate('customers erase', { partner_id: partnerId, customer_id: id });
    this.#customers.set(id, 'gone');
    await this.#scene.finishErasure(partnerId, id);
    for (const line of this.#lines.filter(({ customer }) => customer === id)) this.#released(line);
  }

  async #line(): Promise<void> {
    const customer = this.#customer('active');
    if (customer === undefined) return;
    const { instance } = await this.#call('create-customer-instance', {
      partner_customer_id: customer,
      instance_key: `line-${(this.#names += 1)}`,
      create_connect_session: false,
    });
    this.#lines.push({ id: instance?.id ?? '', customer, isTaken: true, isConnected: false, number: null });
  }

  async #connect(): Promise<void> {
    const line = this.#one(this.#lines.filter(({ isTaken, isConnected }) => isTaken && !isConnected));
    if (line === undefined) return;
    const number = this.#scene.nextNumber();
    await this.#scene.connect(this.partner.partnerId, line.id, number);
    Object.assign(line, { isConnected: true, number });
  }

  async #disconnect(): Promise<void> {
    const line = this.#one(this.#lines.filter(({ isTaken }) => isTaken));
    if (line === undefined) return;
    await this.#call('deactivate-partner-instance', { instance_id: line.id, reason: 'x' });
    this.#released(line);
  }

  async #move(): Promise<void> {
    const line = this.#one(this.#lines.filter(({ isTaken }) => isTaken));
    const target = this.#customer('active');
    if (line === undefined || target === undefined) return;
    await this.#call('move-partner-instance-to-customer', {
      instance_id: line.id,
      target_customer_id: target,
      reason: 'x',
    });
    line.customer = target;
  }

  async #deliver(): Promise<void> {
    const id = this.#customer(null);
    if (id === undefined) return;
    const kind = this.#random() < 0.7 ? 'delivered' : 'given_up';
    const event = await this.#scene.endNext(this.partner.partnerId, id, kind);
    if (event === null || kind !== 'delivered' || this.#delivered.has(event)) return;
    this.#delivered.add(event);
    this.count.today().delivered += 1;
  }

  async #resend(): Promise<void> {
    const id = this.#customer(null);
    if (id !== undefined) await this.#scene.resendAny(this.partner.partnerId, id, this.#random);
  }

  #numbers(): readonly string[] {
    return this.#lines.flatMap(({ number, isConnected }) => (number !== null && isConnected ? [number] : []));
  }

  async #report(): Promise<void> {
    const number = this.#one(this.#numbers());
    if (number === undefined) return;
    const body = { phone_number_id: number, status: 'sent', message_id: `m-${(this.#names += 1)}` };
    const times = 1 + Math.floor(this.#random() * 3);
    for (let time = 0; time < times; time += 1) await this.#call('report-partner-message-status', body);
    this.count.today().reports += 1;
  }

  async #reports(): Promise<void> {
    const number = this.#one(this.#numbers());
    if (number === undefined) return;
    const count = 1 + Math.floor(this.#random() * 4);
    const fresh = Array.from({ length: count }, () => ({
      phone_number_id: number,
      status: 'delivered',
      message_id: `m-${(this.#names += 1)}`,
    }));
    const [first] = fresh;
    const strange = { phone_number_id: '0', status: 'sent' };
    await this.#call('report-partner-message-statuses', { reports: [...fresh, first, strange] });
    this.count.today().reports += count;
  }

  /** Calls that are refused: each but the ones with a wrong credential counts. */
  async #refused(): Promise<void> {
    const bearer = this.partner.apiKey;
    this.count.today().calls += 3;
    await this.#scene.service.call('GET', { bearer, query: { route: 'no-such-route' } });
    await this.#scene.service.call('GET', { bearer, query: { route: 'get-partner-customer', customer_id: 'x' } });
    await this.#scene.service.call('POST', {
      bearer,
      body: { route: 'report-partner-message-status', phone_number_id: '0', status: 'sent' },
    });
    await this.#scene.service.call('GET', { bearer: `${bearer}x`, query: { route: 'list-partner-customers' } });
  }
}
