import type { Caller } from '../domain/access.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { Milliseconds } from '../kernel/time.ts';
import { authorise } from './allowed-call.ts';
import type { Identified } from './authenticate.ts';
import { eligible, type Eligible } from './parameters.ts';
import type { Route } from './route.ts';

/** The callers of a route, by the records that its standing asks for. @throws ServiceError invitation_pending, unauthenticated */
export const standingCallers = async (
  identified: Identified,
  { standing, audience }: Route,
  now: Milliseconds,
): Promise<Eligible> => eligible(standing === 'now' ? await identified.again(now) : identified, audience);

/** Checks that the caller may still make its call. @throws ServiceError unauthenticated, forbidden_role, forbidden_scope */
export const requireStanding = async (
  identified: Identified,
  row: Route,
  { partnerId }: Caller,
  now: Milliseconds,
): Promise<void> => {
  const { callers } = eligible(await identified.again(now), row.audience);
  const caller = callers.find((one) => one.partnerId === partnerId);
  if (caller === undefined) throw new ServiceError('forbidden_role', 'the member no longer belongs to the partner');
  authorise(row, caller);
};
