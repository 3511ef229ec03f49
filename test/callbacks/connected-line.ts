import { revised } from '../../lambdas/domain/instance.ts';
import { platformTokenContext } from '../../lambdas/domain/vault.ts';
import { isoOf, type Milliseconds } from '../../lambdas/kernel/time.ts';
import type { InstanceDeps } from '../../lambdas/lines/instance-deps.ts';
import { attachClauses } from '../../lambdas/store/instances/instance-links.ts';
import { instanceClauses, readInstance } from '../../lambdas/store/instances/instances.ts';
import { watchWabaClauses } from '../../lambdas/store/instances/watch-waba.ts';
import { commit } from '../../lambdas/store/table/commit.ts';

interface Number {
  readonly phoneNumberId: string;
  readonly display: string;
  readonly wabaId: string;
  readonly token: string;
}

/** Writes a line of which nothing is wrong. @param firstRead when its account is read first */
export const connectedLine = async (
  { table, clock, vault }: Pick<InstanceDeps, 'table' | 'clock' | 'vault'>,
  partnerId: string,
  instanceId: string,
  { phoneNumberId, display, wabaId, token }: Number,
  firstRead: Milliseconds,
): Promise<void> => {
  const at = isoOf(clock());
  const record = await readInstance(table, partnerId, instanceId);
  if (record === null) throw new Error('no such line');
  const instance = revised(
    record.instance,
    {
      status: 'connected',
      slot_state: 'occupied',
      display_phone_number: display,
      verified_name: 'Old Name',
      name_status: 'APPROVED',
      quality_rating: 'GREEN',
      messaging_limit: 'TIER_1K',
      platform_status: 'CONNECTED',
      can_send_message: 'AVAILABLE',
      facts_at: at,
      platform_phone_number_id: phoneNumberId,
      platform_waba_id: wabaId,
      callback: { state: 'active', verified_at: at, last_error: null },
      connection: { connected_at: at, token_expires_at: null, last_error: null },
    },
    clock(),
  );
  const sealedToken = await vault.seal(token, platformTokenContext(partnerId, instanceId));
  const next = { ...record, instance, sealedToken, revision: record.revision + 1 };
  const link = { partnerId, instanceId, customerId: instance.partner_customer_id, phoneNumberId, wabaId };
  await commit(table, [
    ...instanceClauses(table, partnerId, next, record.instance),
    ...attachClauses(table, link),
    ...watchWabaClauses(table, partnerId, wabaId, instanceId, firstRead),
  ]);
};
