import { numberPinContext, platformTokenContext, type SealContext } from '../domain/vault.ts';
import type { SessionRecord } from '../store/instances/connect-sessions.ts';

/** The platform token while the connection is being made. */
export const sessionToken = ({ partnerId, session }: SessionRecord): SealContext =>
  platformTokenContext(partnerId, session.id);

/** The platform token of the connected instance. */
export const instanceToken = ({ partnerId, session }: SessionRecord): SealContext =>
  platformTokenContext(partnerId, session.instance_id);

/** The PIN with which the instance registers its number. */
export const instancePin = ({ partnerId, session }: SessionRecord): SealContext =>
  numberPinContext(partnerId, session.instance_id);
