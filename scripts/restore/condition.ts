import { z } from 'zod';
import type { Condition } from './fail-over.ts';

const refusal = z.object({ error: z.object({ message: z.string() }) });
const patience = 10_000;

/** Calls without credentials: only a maintenance is answered before they are asked for. */
export const conditionOf = async (apiUrl: string): Promise<Condition> => {
  try {
    const response = await fetch(apiUrl, { signal: AbortSignal.timeout(patience) });
    if (response.status < 500) return 'serves';
    const { data } = refusal.safeParse(await response.json());
    return data?.error.message.includes('maintenance') === true ? 'closed' : 'silent';
  } catch {
    return 'silent';
  }
};
