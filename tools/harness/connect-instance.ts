import { randomBytes } from 'node:crypto';
import type { Clock } from '../../lambdas/kernel/time.ts';
import type { Vault } from '../../lambdas/domain/vault.ts';
import { revised } from '../../lambdas/domain/instance.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import { instanceClauses, readInstance } from '../../lambdas/store/instances/instances.ts';
import { attachClauses, type NumberLink } from '../../lambdas/store/instances/instance-links.ts';
import type { Table } from '../../lambdas/store/table/table.ts';

/** Connects an instance without the platform. */
export const connectInstance = async (
  table: Table,
  vault: Vault,
  clock: Clock,
  { partnerId, instanceId, phoneNumberId, wabaId }: Omit<NumberLink, 'customerId'>,
): Promise<void> => {
  const record = await readInstance(table, partnerId, instanceId);
  if (record === null) throw new Error('no such instance');
  const context = { partner_id: partnerId, record_id: instanceId, purpose: 'platform_token' } as const;
  const at = new Date(clock()).toISOString();
  const connected = {
    status: 'connected',
    slot_state: 'occupied',
    platform_phone_number_id: phoneNumberId,
    platform_waba_id: wabaId,
    callback: { state: 'active', verified_at: at, last_error: null },
    connection: { connected_at: at, token_expires_at: null, last_error: null },
  } as const;
  const instance = revised(record.instance, connected, clock());
  const sealedToken = await vault.seal(`token-${randomBytes(8).toString('hex')}`, context);
  const next = { ...record, instance, revision: record.revision + 1, sealedToken };
  await commit(table, [
    ...instanceClauses(table, partnerId, next, record.instance),
    ...attachClauses(table, {
      partnerId,
      instanceId,
      phoneNumberId,
      wabaId,
      customerId: instance.partner_customer_id,
    }),
  ]);
};
