import { z } from 'zod';
import { Failure } from '../../operator/failure.ts';
import type { Stage } from '../../operator/stage.ts';

/** A customer that was erased: ids alone. */
export interface Erased {
  readonly partner_id: string;
  readonly customer_id: string;
  readonly at: string;
}

const trail = z.object({
  entries: z.array(
    z.object({
      action: z.string(),
      at: z.string(),
      subject: z.object({ partner_id: z.string().optional(), customer_id: z.string().optional() }),
    }),
  ),
  cursor: z.string().nullable(),
});

export const erasedFile = z.array(z.object({ partner_id: z.string(), customer_id: z.string(), at: z.string() }));

/** What the audit trail says of an erasure: when the operator began it, and when it ended. */
const actions: ReadonlySet<string> = new Set([
  'customers erase',
  'customers retry-erasure',
  'customer erased',
  'customer erasure failed',
]);

/** Whose erasure began or ended since a time, from the audit trail, each once. */
export const erasedSince = async (stage: Stage, since: string): Promise<readonly Erased[]> => {
  const erased = new Map<string, Erased>();
  let cursor: string | null = null;
  do {
    const page = trail.parse(await stage.run('audit list', { since, ...(cursor !== null && { cursor }) }));
    for (const { action, at, subject } of page.entries) {
      const { partner_id, customer_id } = subject;
      if (actions.has(action) && partner_id !== undefined && customer_id !== undefined) {
        erased.set(customer_id, { partner_id, customer_id, at });
      }
    }
    ({ cursor } = page);
  } while (cursor !== null);
  return Array.from(erased.values());
};

const progress = z.object({ status: z.string() });
const pollMilliseconds = 1_000;

/**
 * Erases a customer that a backup restored.
 * @returns the status it ends with: `erased`, `erasure_failed`, or `unknown` when the backup does not have the customer
 */
export const eraseAgain = async (
  stage: Stage,
  { partner_id, customer_id }: Erased,
  sleep: (milliseconds: number) => Promise<unknown>,
): Promise<string> => {
  const input = { partner_id, customer_id };
  const found = await stage.run('customers erasure', input).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'not_found') return { status: 'unknown' };
    throw error;
  });
  let { status } = progress.parse(found);
  if (status === 'unknown') return status;
  if (status === 'erased') return status;
  const begin = status === 'erasure_failed' ? 'customers retry-erasure' : 'customers erase';
  if (status !== 'erasing') ({ status } = progress.parse(await stage.run(begin, input)));
  while (status === 'erasing') {
    await sleep(pollMilliseconds);
    ({ status } = progress.parse(await stage.run('customers erasure', input)));
  }
  return status;
};
