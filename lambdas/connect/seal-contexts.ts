import type { SealContext } from '../domain/vault.ts';
import type { SessionRecord } from '../store/instances/connect-sessions.ts';

/** The platform token while the connection is being made. */
export const sessionToken = ({ partnerId, session }: SessionRecord): SealContext => ({
  partner_id: partnerId,
  record_id: session.id,
  purpose: 'platform_token',
});

/** The platform token of the connected line. */
export const instanceToken = ({ partnerId, session }: SessionRecord): SealContext => ({
  partner_id: partnerId,
  record_id: session.instance_id,
  purpose: 'platform_token',
});

/** The PIN that the line registers its number with. */
export const instancePin = ({ partnerId, session }: SessionRecord): SealContext => ({
  partner_id: partnerId,
  record_id: session.instance_id,
  purpose: 'number_pin',
});
