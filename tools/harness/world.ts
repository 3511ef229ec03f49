import { z } from 'zod';
import type { Deadline } from '../../lambdas/kernel/deadline.ts';
import type { Clock } from '../../lambdas/kernel/time.ts';
import type { Vault } from '../../lambdas/domain/vault.ts';
import type { OutboundClient } from '../../lambdas/outbound/client.ts';
import type { PlatformClient, PlatformRequest } from '../../lambdas/platform/client.ts';
import type { PlatformError } from '../../lambdas/platform/errors.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { startService, type Reply, type TestService } from './service.ts';
import { tickingClock } from './test-clock.ts';
import { noDeadline } from './no-deadline.ts';
import { testVault } from './test-vault.ts';
import { connectInstance } from './connect-instance.ts';

/** A platform in memory: the callbacks of numbers, a log of calls, and failures on demand. */
export class FakePlatform implements PlatformClient {
  readonly callbacks = new Map<string, string>();
  readonly calls: string[] = [];
  /** Numbers that were deregistered. */
  readonly deregistered = new Set<string>();
  /** Is called before each call about a number; the returned error is thrown. */
  fail: (call: string) => PlatformError | null = () => null;
  /** What it says of every token. */
  isTokenValid = true;
  /** The numbers that every business account lists. */
  readonly listed = new Set<string>();

  call<Answer>(request: PlatformRequest<Answer>): Promise<Answer> {
    const name = `${request.method} ${request.path}`;
    this.calls.push(name);
    const [, id = '', edge] = request.path.split('/');
    if (id === 'debug_token') {
      const scopes = ['whatsapp_business_management'];
      return Promise.resolve(request.answer.parse({ data: { is_valid: this.isTokenValid, scopes } }));
    }
    if (edge === 'phone_numbers') {
      return Promise.resolve(request.answer.parse({ data: Array.from(this.listed, (number) => ({ id: number })) }));
    }
    const failure = this.fail(name);
    if (failure !== null) return Promise.reject(failure);
    if (edge === 'deregister') {
      this.deregistered.add(id);
      return Promise.resolve(request.answer.parse({ success: true }));
    }
    if (request.method === 'POST') {
      const { webhook_configuration: set } = z
        .object({ webhook_configuration: z.object({ override_callback_uri: z.string() }) })
        .parse(request.body);
      if (set.override_callback_uri === '') this.callbacks.delete(id);
      else this.callbacks.set(id, set.override_callback_uri);
      return Promise.resolve(request.answer.parse({ success: true }));
    }
    const answer = {
      id,
      status: 'CONNECTED',
      quality_rating: 'GREEN',
      webhook_configuration: { phone_number: this.callbacks.get(id) ?? '' },
    };
    return Promise.resolve(request.answer.parse(answer));
  }
}

export interface World extends TestService {
  readonly platform: FakePlatform;
  readonly vault: Vault;
  readonly table: Table;
  readonly customer: (externalId: string) => Promise<string>;
  /** Creates an instance of a customer, without a session. */
  readonly instance: (customerId: string, key: string) => Promise<string>;
  /** Connects an instance without the platform. */
  readonly connect: (instanceId: string, phoneNumberId: string, wabaId: string) => Promise<void>;
  readonly command: (
    method: 'POST' | 'PATCH' | 'DELETE',
    route: string,
    body: Record<string, unknown>,
    key?: string,
  ) => Promise<Reply>;
  readonly query: (route: string, query: Record<string, string>) => Promise<Reply>;
}

const ids = z.object({
  customer: z.optional(z.object({ customer_id: z.string() })),
  instance: z.optional(z.object({ id: z.string() })),
});

/** A partner with customers and instances, in a real table and with a platform in memory. */
export const startWorld = async (
  table: Table,
  clock: Clock = tickingClock(),
  outbound?: OutboundClient,
  deadline: () => Deadline = () => noDeadline,
): Promise<World> => {
  const platform = new FakePlatform();
  const vault = testVault();
  const options = { clock, rateScale: 10_000, platform, vault, deadline };
  const service = await startService(table, outbound === undefined ? options : { ...options, outbound });
  const { partnerId } = service.partner;
  const command: World['command'] = (method, route, body, key) =>
    service.call(method, { body: { route, ...body }, headers: key === undefined ? {} : { 'idempotency-key': key } });
  return {
    ...service,
    platform,
    vault,
    table,
    command,
    query: (route, query) => service.call('GET', { query: { route, ...query } }),
    customer: async (externalId) => {
      const made = await command('POST', 'upsert-partner-customer', {
        external_customer_id: externalId,
        customer_name: 'Acme',
      });
      return ids.parse(made.body).customer?.customer_id ?? '';
    },
    instance: async (customerId, key) => {
      const made = await command('POST', 'create-customer-instance', {
        partner_customer_id: customerId,
        instance_key: key,
        create_connect_session: false,
      });
      return ids.parse(made.body).instance?.id ?? '';
    },
    connect: async (instanceId, phoneNumberId, wabaId) => {
      platform.callbacks.set(phoneNumberId, 'https://partner.example/hook');
      await connectInstance(table, vault, clock, { partnerId, instanceId, phoneNumberId, wabaId });
    },
  };
};
