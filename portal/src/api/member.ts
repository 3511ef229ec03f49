import { createContext, use } from 'react';
import type { GetPartnerMemberResponse, OwnMember } from '../../../packages/client/src/schemas.ts';

export type Scope = OwnMember['scopes'][number];
export type Role = OwnMember['role'];

export const MemberContext = createContext<GetPartnerMemberResponse | null>(null);

/** The member who looks, and the partner that is looked at. */
export const useMember = (): GetPartnerMemberResponse => {
  const found = use(MemberContext);
  if (found === null) throw new Error('there is no member here');
  return found;
};

/** Who may see the endpoint and the events. */
export const webhookReaders: readonly Role[] = ['owner', 'admin', 'developer', 'support'];

/** Whether the member may do what needs a scope. What a member may not do is not offered. */
export const useMay = (scope: Scope): boolean => useMember().member.scopes.includes(scope);
