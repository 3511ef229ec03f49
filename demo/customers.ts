import { z } from 'zod';
import type { Answer, Call, Client } from './client.ts';

const customer = z.object({
  customer_id: z.string(),
  external_customer_id: z.string(),
  customer_name: z.string(),
  customer_email: z.string().nullable(),
  customer_phone: z.string().nullable(),
  status: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Customer = z.infer<typeof customer>;

const values = z.record(z.string(), z.unknown());
const historyEntry = z.object({
  event: z.string(),
  changed_fields: z.array(z.string()),
  previous: values,
  new: values,
  reason: z.string().nullable(),
  created_at: z.string(),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

const pageOf = <Item>(item: z.ZodType<Item>) =>
  z.object({ items: z.array(item), total: z.number(), page: z.number(), pages: z.number() });
const customerPage = pageOf(customer);
const historyPage = pageOf(historyEntry);

/** What the service said to a command about a customer. */
export type Outcome =
  | { readonly ok: true; readonly status: number; readonly replayed: boolean; readonly customer: Customer }
  | { readonly ok: false; readonly status: number; readonly code: string; readonly message: string };

export type Described = Readonly<Partial<Record<'customer_name' | 'customer_email' | 'customer_phone', string>>>;
export type CustomerRow = Described & {
  readonly external_customer_id?: string;
  readonly metadata?: Readonly<Record<string, string>>;
};

/** The service answered a question with a refusal. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

const refusal = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

const errorOf = ({ status, body }: Answer): { code: string; message: string } => {
  const refused = refusal.safeParse(body);
  return refused.success ? refused.data.error : { code: 'unknown', message: `the service answered ${status}` };
};

const outcomeOf = (answer: Answer): Outcome => {
  const { status, headers, body } = answer;
  if (status >= 300) return { ok: false, status, ...errorOf(answer) };
  const replayed = headers['idempotent-replayed'] === 'true';
  return { ok: true, status, replayed, customer: z.object({ customer }).parse(body).customer };
};

export const upsertCall = (row: CustomerRow, idempotencyKey: string): Call => ({
  method: 'POST',
  parameters: { route: 'upsert-partner-customer', ...row },
  idempotencyKey,
});

export interface Customers {
  upsert(row: CustomerRow, idempotencyKey: string): Promise<Outcome>;
  /** Refused with `stale_update` when the customer is no longer as it was at `expectedUpdatedAt`. */
  change(
    id: string,
    changes: Described,
    expectedUpdatedAt: string,
    reason: string,
    idempotencyKey: string,
  ): Promise<Outcome>;
  /** Null when there is none. */
  find(externalId: string): Promise<Customer | null>;
  list(query: Readonly<Record<string, string | number>>): Promise<z.infer<typeof customerPage>>;
  history(customerId: string): Promise<z.infer<typeof historyPage>>;
}

/** The service's customers, over HTTP. */
export const customersOf = (client: Client): Customers => {
  const query = async (route: string, parameters: Readonly<Record<string, string | number>>): Promise<Answer> =>
    client.call({ method: 'GET', parameters: { route, ...parameters } });
  const ask = async <T>(schema: z.ZodType<T>, ...asked: Parameters<typeof query>): Promise<T> => {
    const answer = await query(...asked);
    if (answer.status !== 200) throw new Refused(`${asked[0]}: ${errorOf(answer).message}`);
    return schema.parse(answer.body);
  };
  return {
    upsert: async (row, key) => outcomeOf(await client.call(upsertCall(row, key))),
    change: async (id, changes, expectedUpdatedAt, reason, idempotencyKey) => {
      const parameters = { customer_id: id, changes, expected_updated_at: expectedUpdatedAt, reason };
      return outcomeOf(
        await client.call({
          method: 'PATCH',
          parameters: { route: 'update-partner-customer', ...parameters },
          idempotencyKey,
        }),
      );
    },
    find: async (externalId) => {
      const answer = await query('get-partner-customer', { external_customer_id: externalId });
      if (answer.status === 404) return null;
      const outcome = outcomeOf(answer);
      if (!outcome.ok) throw new Refused(outcome.message);
      return outcome.customer;
    },
    list: (filter) => ask(customerPage, 'list-partner-customers', filter),
    history: (customerId) => ask(historyPage, 'get-partner-customer-history', { customer_id: customerId }),
  };
};
