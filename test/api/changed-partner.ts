import { z } from 'zod';
import type { TestService } from '../../tools/harness/service.ts';

const changes = [
  'new customer',
  'new line',
  'deactivate customer',
  'reactivate customer',
  'rename',
  'label',
  'move',
  'merge',
  'deactivate line',
  'erase',
] as const;

/** A change of one of the partner's records. @param which the record, counted around */
export interface Change {
  readonly kind: (typeof changes)[number];
  readonly which: number;
}
export const changeKinds = changes;

const made = z.object({
  customer: z.object({ customer_id: z.string() }).optional(),
  instance: z.object({ id: z.string() }).optional(),
});

let names = 0;
const fresh = (): string => `n${(names += 1)}`;

/** A partner whose records change while its lists are walked. */
export class ChangedPartner {
  readonly #service: TestService;
  readonly #bearer: string;
  readonly id: string;
  readonly customers: string[] = [];
  readonly lines: string[] = [];

  constructor(service: TestService, { partnerId, apiKey }: { readonly partnerId: string; readonly apiKey: string }) {
    [this.#service, this.id, this.#bearer] = [service, partnerId, apiKey];
  }

  /** A refusal is no change: a customer that was merged can't be renamed. */
  async #send(method: string, route: string, body: Readonly<Record<string, unknown>>): Promise<z.infer<typeof made>> {
    const reply = await this.#service.call(method, { bearer: this.#bearer, body: { route, ...body } });
    if (reply.status >= 500) throw new Error(`${route}: ${reply.text}`);
    return reply.status < 300 ? made.parse(reply.body) : {};
  }

  async list(route: string, query: Readonly<Record<string, string>>): Promise<Readonly<Record<string, unknown>>> {
    const reply = await this.#service.call('GET', { bearer: this.#bearer, query: { route, ...query } });
    if (reply.status !== 200 && reply.status !== 404) throw new Error(`${route}: ${reply.text}`);
    return reply.body;
  }

  async customer(): Promise<void> {
    const body = { external_customer_id: fresh(), customer_name: `Shop ${fresh()}` };
    const { customer } = await this.#send('POST', 'upsert-partner-customer', body);
    this.customers.push(customer?.customer_id ?? '');
  }

  async line(owner: string): Promise<void> {
    const body = { partner_customer_id: owner, instance_key: `key-${fresh()}`, create_connect_session: false };
    const { instance } = await this.#send('POST', 'create-customer-instance', body);
    if (instance !== undefined) this.lines.push(instance.id);
  }

  async change({ kind, which }: Change): Promise<void> {
    const at = (ids: readonly string[], offset: number): string => ids[(which + offset) % ids.length] ?? '';
    const customer_id = at(this.customers, 0);
    const [other, instance_id] = [at(this.customers, 1), at(this.lines, 0)];
    switch (kind) {
      case 'new customer':
        return this.customer();
      case 'new line':
        return this.line(customer_id);
      case 'deactivate customer':
        await this.#send('POST', 'deactivate-partner-customer', { customer_id });
        return;
      case 'reactivate customer':
        await this.#send('POST', 'reactivate-partner-customer', { customer_id });
        return;
      case 'rename': {
        const customer_name = which % 2 === 0 ? `Shop ${fresh()}` : `Garage ${fresh()}`;
        await this.#send('PATCH', 'update-partner-customer', { customer_id, changes: { customer_name } });
        return;
      }
      case 'label':
        await this.#send('PATCH', 'update-partner-instance-label', { instance_id, instance_name: fresh() });
        return;
      case 'move':
        await this.#send('POST', 'move-partner-instance-to-customer', { instance_id, target_customer_id: other });
        return;
      case 'merge': {
        const body = { source_customer_id: customer_id, target_customer_id: other };
        await this.#send('POST', 'merge-partner-customers', body);
        return;
      }
      case 'deactivate line':
        await this.#send('POST', 'deactivate-partner-instance', { instance_id });
        return;
      case 'erase':
        await this.#send('POST', 'deactivate-partner-customer', { customer_id });
        await this.#service.operate('customers erase', { partner_id: this.id, customer_id });
    }
  }
}
