import type * as z from 'zod/mini';
import { isJsonObject } from '../kernel/json-object.ts';
import type { Answer, Immutable, SuccessStatus } from './operation.ts';

export const encoder =
  <Output extends z.ZodMiniType>(output: Output, partnerId: string) =>
  (status: SuccessStatus, body: Immutable<z.input<Output>>): Answer => {
    const shown = output.parse(body);
    return {
      status,
      sealed: false,
      body: JSON.stringify({ ok: true, partner_id: partnerId, ...(isJsonObject(shown) && shown) }),
    };
  };
