import { isAdmin } from '../domain/access.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { Reader } from '../store/notifications/member-inbox.ts';
import type { Call } from './operation.ts';

/** The calling member, who reads notifications. @throws ServiceError forbidden_role for a partner key */
export const readerOf = ({ caller, partnerId }: Pick<Call<never>, 'caller' | 'partnerId'>): Reader => {
  if (caller.kind !== 'member') throw new ServiceError('forbidden_role', 'notifications are for members of the portal');
  return { partnerId, memberId: caller.memberId, isAdmin: isAdmin(caller.role) };
};
