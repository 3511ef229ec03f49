import * as z from 'zod/mini';
import { uuid } from '../../api/fields.ts';
import { sizeAt } from '../../domain/size.ts';
import { isoOf } from '../../kernel/time.ts';
import { readSlots } from '../../store/instances/slots.ts';
import { command } from '../command.ts';
import { limitsInForce } from '../limits-in-force.ts';
import { requirePartner } from '../../store/partners/partners.ts';

/** The limits of a partner as they are in force, and what is used of them. */
export const showLimits = command({
  input: z.object({ partner_id: uuid }),
  run: async ({ table, rateLimits }, run, { partner_id: partnerId }) => {
    const partner = await requirePartner(table, partnerId);
    const [limits, slots] = await Promise.all([
      limitsInForce(table, rateLimits, partner, run.now),
      readSlots(table, partnerId),
    ]);
    const { name, status, sizes } = partner;
    return {
      at: isoOf(run.now),
      partner: { partner_id: partnerId, name, status },
      size: sizeAt(sizes, run.now),
      limits,
      slots,
    };
  },
});
