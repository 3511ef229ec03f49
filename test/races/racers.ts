import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { dispatch } from '../../lambdas/api/dispatch.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { eventOf, type TestPartner, type TestService } from '../../tools/harness/service.ts';
import type { Call, Command } from './command.ts';
import type { CustomerName, InstanceKey } from './model.ts';
import { customerItem, instanceItem, nameOf, readExisting, type Existing } from './existing.ts';
import { shownCustomer, shownInstance } from './steps.ts';

const body = z.object({
  error: z.object({ code: z.string() }).optional(),
  customer: customerItem.optional(),
  instance: instanceItem.optional(),
  lifecycle: z.object({ status: z.string().optional() }).optional(),
});

/** The answer as it was received. */
export interface Came {
  readonly status: number;
  readonly text: string;
}

interface Request {
  readonly method: 'POST' | 'PATCH';
  readonly body: Readonly<Record<string, unknown>>;
}

/** A partner whose callers race each other on a few customers and instances. */
export class Racers {
  readonly #service: TestService;
  readonly #partner: TestPartner;
  /** The state when the callers last began. */
  #standing: Existing = { customers: [], instances: [] };

  private constructor(service: TestService, partner: TestPartner) {
    this.#service = service;
    this.#partner = partner;
  }

  static async start(service: TestService, slotLimit: number): Promise<Racers> {
    const partner = await service.newPartner();
    await service.operate('partners slot-limit', { partner_id: partner.partnerId, slot_limit: slotLimit });
    return new Racers(service, partner);
  }

  get partnerId(): string {
    return this.#partner.partnerId;
  }

  /** Reads the state: later calls name it, and earlier answers are explained by it. */
  async look(): Promise<Existing> {
    this.#standing = await readExisting(this.#service.dispatcher.deps.table, this.partnerId);
    return this.#standing;
  }

  /** A call in progress, with its answers: two when it is sent twice. @param table as this call reaches it */
  call({ command, isSentTwice }: Call, table: Table): Promise<readonly Came[]> {
    const request = this.#requestOf(command);
    const key = randomUUID();
    return Promise.all((isSentTwice ? [1, 2] : [1]).map(() => this.#send(request, key, table)));
  }

  async #send({ method, body }: Request, key: string, table: Table): Promise<Came> {
    const { dispatcher, apikey } = this.#service;
    const headers = {
      apikey,
      authorization: `Bearer ${this.#partner.apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    };
    const deps = { ...dispatcher.deps, table };
    const { statusCode, body: text = '' } = await dispatch({ ...dispatcher, deps }, eventOf(method, { body }, headers));
    return { status: Number(statusCode), text };
  }

  /** The answers to one command in the model's terms. A client that is told to retry does so and is answered later. */
  told({ command }: Call, came: readonly Came[]): string {
    const pending = '409 idempotency_in_progress';
    const texts = new Set(came.map((one) => this.#wordsOf(command, one)));
    if (texts.size > 1) texts.delete(pending);
    const bodies = new Set(
      came.filter(({ text }) => !text.includes('idempotency_in_progress')).map(({ text }) => text),
    );
    return bodies.size > 1 ? `two answers to one key: ${Array.from(bodies).join(' and ')}` : Array.from(texts).join();
  }

  #wordsOf({ kind }: Command, { status, text }: Came): string {
    const { error, customer, instance, lifecycle } = body.parse(JSON.parse(text));
    if (error !== undefined) return `${status} ${error.code}`;
    if (customer !== undefined) {
      const { customer_name: name, instance_count: count } = customer;
      const told = shownCustomer({ name, status: customer.status, count });
      return `${status} ${told}${lifecycle?.status === undefined ? '' : ` ${lifecycle.status}`}`;
    }
    if (instance === undefined || kind === 'invite') return String(status);
    const owner = nameOf(this.#standing, instance.partner_customer_id);
    return `${status} ${shownInstance({ owner, name: instance.instance_name, status: instance.status })}`;
  }

  #idOf(name: CustomerName): string {
    return this.#standing.customers.find((one) => one.external_customer_id === name)?.customer_id ?? randomUUID();
  }

  #requestOf(command: Command): Request {
    const { customers, instances } = this.#standing;
    const instance = (key: InstanceKey): string =>
      instances.find((one) => one.instance_key === key)?.id ?? randomUUID();
    switch (command.kind) {
      case 'upsert':
        return post('upsert-partner-customer', { external_customer_id: command.customer, customer_name: command.name });
      case 'update': {
        const known = customers.find((one) => one.external_customer_id === command.customer);
        const expected = command.ifUnchanged && known !== undefined ? { expected_updated_at: known.updated_at } : {};
        return patch('update-partner-customer', {
          external_customer_id: command.customer,
          changes: { customer_name: command.name },
          ...expected,
        });
      }
      case 'create-instance':
        return post('create-customer-instance', {
          external_customer_id: command.customer,
          instance_key: command.instance,
          create_connect_session: false,
        });
      case 'move':
        return post('move-partner-instance-to-customer', {
          instance_id: instance(command.instance),
          target_customer_id: this.#idOf(command.to),
        });
      case 'label':
        return patch('update-partner-instance-label', {
          instance_id: instance(command.instance),
          instance_name: command.name,
        });
      case 'invite':
        return post('create-connect-session', { instance_key: command.instance });
      case 'deactivate-instance':
        return post('deactivate-partner-instance', { instance_key: command.instance });
      case 'deactivate':
        return post('deactivate-partner-customer', { external_customer_id: command.customer });
      case 'reactivate':
        return post('reactivate-partner-customer', { external_customer_id: command.customer });
      case 'merge':
        return post(
          'merge-partner-customers',
          mergedIds(this.#idOf(command.source), command, this.#idOf(command.target)),
        );
    }
  }
}

/** A customer is itself, known or not. */
const mergedIds = (
  source: string,
  { source: from, target: to }: Extract<Command, { kind: 'merge' }>,
  target: string,
) => ({
  source_customer_id: source,
  target_customer_id: from === to ? source : target,
});

const post = (route: string, body: object): Request => ({ method: 'POST', body: { route, ...body } });
const patch = (route: string, body: object): Request => ({ method: 'PATCH', body: { route, ...body } });
