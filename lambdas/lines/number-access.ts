import { platformTokenContext } from '../domain/vault.ts';
import type { NumberAccess } from '../platform/callbacks.ts';
import type { InstanceRecord } from '../store/instances/instances.ts';
import type { InstanceDeps } from './instance-deps.ts';

/** The access to the instance's number; null without a number or a token. */
export const accessTo = async (
  deps: InstanceDeps,
  partnerId: string,
  { instance, sealedToken }: InstanceRecord,
): Promise<NumberAccess | null> => {
  const { platform_waba_id: wabaId, platform_phone_number_id: phoneNumberId } = instance;
  if (sealedToken === null || wabaId === null || phoneNumberId === null) return null;
  const token = await deps.vault.open(sealedToken, platformTokenContext(partnerId, instance.id));
  return { wabaId, phoneNumberId, token };
};
