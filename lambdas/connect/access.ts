import type { ConnectProgress } from '../domain/connect-session.ts';
import type { InstanceDeps } from '../lines/instance-deps.ts';
import type { NumberAccess } from '../platform/callbacks.ts';
import type { SessionRecord } from '../store/instances/connect-sessions.ts';
import { sessionToken } from './seal-contexts.ts';

export const accessOf = async (
  deps: InstanceDeps,
  record: SessionRecord,
  { waba_id: wabaId, phone_number_id: phoneNumberId, sealed_token: sealed }: ConnectProgress,
): Promise<NumberAccess> => {
  if (wabaId === null || phoneNumberId === null) throw new Error('the connect session has no phone number');
  return { wabaId, phoneNumberId, token: await deps.vault.open(sealed, sessionToken(record)) };
};
