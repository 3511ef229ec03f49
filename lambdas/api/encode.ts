import type * as z from 'zod/mini';
import type { Answer, Immutable, SuccessStatus } from './operation.ts';

/** Makes a route's success bodies: the envelope and what the output schema declares, nothing else. */
export const encoder =
  <Output extends z.ZodMiniType>(output: Output, partnerId: string) =>
  (status: SuccessStatus, body: Immutable<z.input<Output>>): Answer => {
    const shown = output.parse(body);
    return {
      status,
      sealed: false,
      body: JSON.stringify({ ok: true, partner_id: partnerId, ...(isObject(shown) ? shown : {}) }),
    };
  };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
