import { z } from 'zod';
import type { Reply } from '../../tools/harness/service.ts';

const problem = z.object({ path: z.string(), rule: z.string(), message: z.string() });
const envelope = z.strictObject({
  error: z.strictObject({ code: z.string(), message: z.string().min(1), details: z.unknown().optional() }),
});

export interface ShownError {
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
}

/** The error of a response, which must have the envelope and no other field. */
export const errorOf = (reply: Reply): ShownError => {
  const { code, message, details } = envelope.parse(reply.body).error;
  return details === undefined ? { code, message } : { code, message, details };
};

/** `404 not_found`, the expected status and code of a refusal. */
export const verdictOf = (reply: Reply): string =>
  reply.status < 400 ? String(reply.status) : `${reply.status} ${errorOf(reply).code}`;

export const problemsOf = (reply: Reply): readonly z.infer<typeof problem>[] =>
  z.array(problem).parse(errorOf(reply).details);

const customer = z.object({
  customer_id: z.string(),
  external_customer_id: z.string(),
  customer_name: z.string(),
  customer_email: z.string().nullable(),
  customer_phone: z.string().nullable(),
  // Not a record type, which would drop the name `__proto__`.
  metadata: z.custom<Readonly<Record<string, unknown>>>((value) => typeof value === 'object'),
  status: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type ShownCustomer = z.infer<typeof customer>;

export const customerOf = (reply: Reply): ShownCustomer => customer.parse(reply.body['customer']);

const entry = z.object({
  id: z.string(),
  event: z.string(),
  origin: z.string(),
  actor: z.object({ type: z.string(), id: z.string() }),
  changed_fields: z.array(z.string()),
  previous: z.record(z.string(), z.unknown()),
  new: z.record(z.string(), z.unknown()),
  reason: z.string().nullable(),
  related: z.record(z.string(), z.string()),
  request_id: z.string(),
  created_at: z.string(),
});

const page = z.object({
  items: z.array(z.unknown()),
  total: z.int(),
  page: z.int(),
  page_size: z.int(),
  pages: z.int(),
});

export const pageOf = (reply: Reply): z.infer<typeof page> => page.parse(reply.body);
export const entriesOf = (reply: Reply): readonly z.infer<typeof entry>[] => z.array(entry).parse(reply.body['items']);

export const headerOf = (reply: Reply, name: string): string | undefined => {
  const value = reply.headers[name];
  return value === undefined ? undefined : z.string().parse(value);
};
