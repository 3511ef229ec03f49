import { z } from 'zod';
import { platformTokenContext } from '../../../lambdas/domain/vault.ts';
import type { Item } from '../../../lambdas/store/table/table.ts';
import type { World } from '../world.ts';

const line = z.object({ sk: z.string(), sealed_token: z.string().nullable(), instance_key: z.string() });
const pin = z.object({ pk: z.string(), sk: z.literal('PIN'), sealed_pin: z.string() });

/** What was sealed for the lines, opened: it can only be compared with the platform's state. */
export interface Opened {
  readonly tokens: ReadonlyMap<string, string | null>;
  readonly pins: ReadonlyMap<string, string>;
}

export const secretsOf = async ({
  items,
  world: { partnerId, systems },
}: {
  readonly items: readonly Item[];
  readonly world: World;
}): Promise<Opened> => {
  const tokens = new Map<string, string | null>();
  const pins = new Map<string, string>();
  for (const item of items) {
    const record = line.safeParse(item).data;
    const sealed = record?.sealed_token ?? null;
    const context = (id: string) => platformTokenContext(partnerId, id);
    if (record !== undefined) tokens.set(record.sk, sealed && (await systems.vault.open(sealed, context(record.sk))));
    const own = pin.safeParse(item).data;
    const id = own?.pk.split('#').at(-1);
    if (own === undefined || id === undefined) continue;
    pins.set(id, await systems.vault.open(own.sealed_pin, { ...context(id), purpose: 'number_pin' }));
  }
  return { tokens, pins };
};
