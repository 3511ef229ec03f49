import { newInstance, type Instance } from '../../../lambdas/domain/instance.ts';
import type { Clock } from '../../../lambdas/kernel/time.ts';
import type { Vault } from '../../../lambdas/domain/vault.ts';
import { newId } from '../../../lambdas/runtime/clock.ts';
import { commit } from '../../../lambdas/store/table/commit.ts';
import { instanceClauses } from '../../../lambdas/store/instances/instances.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import type { FakePlatform } from './fake-platform.ts';

export interface Surroundings {
  readonly table: Table;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly platform: FakePlatform;
  readonly partnerId: string;
}

export const phoneOf = (index: number): string => `phone-${index}`;

/** Connected instances, the oldest first. */
export const connectInstances = async (
  { table, vault, clock, platform, partnerId }: Surroundings,
  count: number,
  from: number,
): Promise<readonly Instance[]> => {
  const instances: Instance[] = [];
  for (let index = from; index < from + count; index += 1) {
    const now = clock();
    const id = newId(now + index);
    const described = { id, instance_key: id, partner_customer_id: newId(now), instance_name: null, metadata: {} };
    const instance: Instance = {
      ...newInstance(described, now),
      status: 'connected',
      platform_phone_number_id: phoneOf(index),
      platform_waba_id: 'waba',
      callback: { state: 'active', verified_at: null, last_error: null },
    };
    const context = { partner_id: partnerId, record_id: id, purpose: 'platform_token' } as const;
    const record = { instance, revision: 1, sealedToken: await vault.seal(`token-${index}`, context), busyUntil: null };
    await commit(table, instanceClauses(table, partnerId, record, null));
    platform.callbacks.set(phoneOf(index), 'https://hooks.example/old');
    instances.push(instance);
  }
  return instances;
};
