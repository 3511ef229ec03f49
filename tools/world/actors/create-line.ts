import { z } from 'zod';
import type { World } from '../world.ts';

const created = z.object({ instance: z.object({ id: z.string() }) });

/** Creates a line without a session. @returns its id; null when it is refused */
export const createLine = async (world: World, customer: string): Promise<string | null> => {
  const given = { partner_customer_id: customer, instance_key: world.freshKey(), create_connect_session: false };
  const { text } = await world.call('create-customer-instance', 'POST', given);
  return created.safeParse(JSON.parse(text)).data?.instance.id ?? null;
};
