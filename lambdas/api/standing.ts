import type { Caller } from '../domain/access.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { Milliseconds } from '../kernel/time.ts';
import { authorise } from './allowed-call.ts';
import type { Identified } from './authenticate.ts';
import { eligible, type Eligible } from './parameters.ts';
import type { Route } from './route.ts';

/** The callers of a route. An invitation may have come since the records were read. @throws ServiceError invitation_pending, unauthenticated */
export const standingCallers = async (
  identified: Identified,
  { audience }: Route,
  now: Milliseconds,
): Promise<Eligible> => eligible(audience.kind === 'person' ? await identified.again(now) : identified, audience);

/** The caller as it is now, which may still make its call. @throws ServiceError unauthenticated, forbidden_role, forbidden_scope */
export const requireStanding = async (
  identified: Identified,
  row: Route,
  { partnerId }: Caller,
  now: Milliseconds,
): Promise<Caller> => {
  const { callers } = eligible(await identified.again(now), row.audience);
  const caller = callers.find((one) => one.partnerId === partnerId);
  if (caller === undefined) throw new ServiceError('forbidden_role', 'the member no longer belongs to the partner');
  authorise(row, caller);
  return caller;
};
