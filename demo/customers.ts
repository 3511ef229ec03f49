import type { Client } from '../packages/client/src/client.ts';
import { Refusal } from '../packages/client/src/refusal.ts';
import type {
  Customer,
  GetPartnerCustomerHistoryResponse,
  ListPartnerCustomersQuery,
  ListPartnerCustomersResponse,
} from '../packages/client/src/schemas.ts';

/** The answer of the service to a command about a customer. */
export type Outcome =
  | { readonly ok: true; readonly status: number; readonly replayed: boolean; readonly customer: Customer }
  | { readonly ok: false; readonly status: number; readonly code: string; readonly message: string };

type Described = Readonly<Partial<Record<'customer_name' | 'customer_email' | 'customer_phone', string>>>;
export type CustomerRow = Described & {
  readonly external_customer_id?: string;
  readonly metadata?: Readonly<Record<string, string>>;
};

/** A row as the parameters of a command. Missing values are left to the service to refuse. */
export const upsertOf = (row: CustomerRow) => ({
  ...row,
  external_customer_id: row.external_customer_id ?? '',
  customer_name: row.customer_name ?? '',
});

export interface Customers {
  upsert(row: CustomerRow, idempotencyKey: string): Promise<Outcome>;
  /** Refused with `stale_update` when the customer has changed since `expectedUpdatedAt`. */
  change(
    id: string,
    changes: Described,
    expectedUpdatedAt: string,
    reason: string,
    idempotencyKey: string,
  ): Promise<Outcome>;
  /** Null when there is no such customer. */
  find(externalId: string): Promise<Customer | null>;
  list(query: ListPartnerCustomersQuery): Promise<ListPartnerCustomersResponse>;
  history(customerId: string): Promise<GetPartnerCustomerHistoryResponse>;
}

/** A refusal as an outcome. Other errors are thrown again. */
const refused = (error: unknown): Outcome => {
  if (!(error instanceof Refusal)) throw error;
  const { status, code, message } = error;
  return { ok: false, status, code, message };
};

const outcomeOf = async (
  call: Promise<{
    readonly status: number;
    readonly replayed: boolean;
    readonly body: { readonly customer: Customer };
  }>,
): Promise<Outcome> => {
  try {
    const { status, replayed, body } = await call;
    return { ok: true, status, replayed, customer: body.customer };
  } catch (error) {
    return refused(error);
  }
};

/** The customers, by calls of the service. */
export const customersOf = (client: Client): Customers => ({
  upsert: (row, idempotencyKey) => outcomeOf(client.call('upsert-partner-customer', upsertOf(row), { idempotencyKey })),
  change: (id, changes, expectedUpdatedAt, reason, idempotencyKey) => {
    const parameters = { customer_id: id, changes, expected_updated_at: expectedUpdatedAt, reason };
    return outcomeOf(client.call('update-partner-customer', parameters, { idempotencyKey }));
  },
  find: async (externalId) => {
    try {
      const { body } = await client.call('get-partner-customer', { external_customer_id: externalId });
      return body.customer;
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return null;
      throw error;
    }
  },
  list: async (query) => (await client.call('list-partner-customers', query)).body,
  history: async (customerId) => (await client.call('get-partner-customer-history', { customer_id: customerId })).body,
});
