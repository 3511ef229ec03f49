import { z } from 'zod';

/** The command of every peer: it renames a customer, idempotently, with a history entry. */
export const command = z.object({
  route: z.literal('update-partner-customer'),
  customer_id: z.uuid(),
  customer_name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
});

/** The fields of API Gateway's event that the peers read. */
export interface Event {
  readonly body?: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

export const partnerOf = (headers: Event['headers']): string =>
  /^Bearer (\S+)$/.exec(headers['authorization'] ?? '')?.[1] ?? '';

export interface Result {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export const answer = (customer: object): Result => ({
  statusCode: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ ok: true, customer }),
});

/** The history entry, created for each answer as a service would. */
export const history = (before: string, after: string, at: string) => ({
  event: 'customer_updated',
  changed_fields: ['customer_name'],
  previous: { customer_name: before },
  new: { customer_name: after },
  created_at: at,
});
