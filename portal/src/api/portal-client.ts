import { createClient, listReader, type Client } from '../../../packages/client/src/client.ts';
import { isRefusal } from '../../../packages/client/src/refusal.ts';
import type { Settings } from '../boot/settings.ts';
import type { Session } from '../session/session.ts';
import { beginningCalls, type Begin, type Call } from './begun-calls.ts';
import { partnersNamed } from './partner-ids.ts';

export interface PortalClient {
  readonly call: Call;
  /** The pages of a list, as the client for partners reads them. */
  readonly pages: Client['pages'];
  /** Calls a route before a page asks for it. */
  readonly begin: Begin;
  readonly choosePartner: (partnerId: string) => void;
}

/** The partner that the member looked at last, of several. */
const partnerPlace = 'portal.partner';

/** Few and short waits: a member waits for the answer, and the page offers to try again. */
const retry = { attempts: 3, firstWait: 300, longestWait: 2_500 } as const;

/** Whether a call names a partner itself: an import that runs, a command about one that invites, or that the member leaves. */
const namesPartner = (url: URL, body: unknown): boolean => {
  if (url.searchParams.has('partner_id')) return true;
  const given: unknown = typeof body === 'string' ? JSON.parse(body) : null;
  return typeof given === 'object' && given !== null && 'partner_id' in given;
};

/** The address of a call, with the chosen partner when the call names none. */
export const withPartner = (address: string | URL, body: unknown, partnerId: string | null): URL => {
  const url = new URL(address);
  if (partnerId !== null && !namesPartner(url, body)) url.searchParams.set('partner_id', partnerId);
  return url;
};

/** @param linkedPartner the partner that a mail's link leads to */
export const openClient = (
  { apiUrl, apikey }: Settings,
  session: Session,
  linkedPartner: string | null,
): PortalClient => {
  // Only a member of several partners has to name one.
  let partnerId: string | null = null;
  const { call } = createClient({
    apiUrl,
    apikey,
    token: session.token,
    retry,
    fetch: (request, init) =>
      fetch(request instanceof Request ? request : withPartner(request, init?.body, partnerId), init),
  });

  const choosePartner = (chosen: string): void => {
    partnerId = chosen;
    localStorage.setItem(partnerPlace, chosen);
  };

  /** A token that was refused is renewed once: a fresh one that is refused ends the session for good. */
  const callWithFresh: Call = async (route, parameters, options) => {
    const token = await session.token();
    try {
      return await call(route, parameters, options);
    } catch (error) {
      if (!isRefusal(error, 'unauthenticated')) throw error;
      await session.tokenAfter(token);
    }
    try {
      return await call(route, parameters, options);
    } catch (error) {
      if (isRefusal(error, 'unauthenticated')) session.refuse();
      throw error;
    }
  };

  const callNamingPartner: Call = async (route, parameters, options) => {
    const named = partnerId;
    try {
      return await callWithFresh(route, parameters, options);
    } catch (error) {
      const own = named === null && isRefusal(error, 'validation_failed') ? partnersNamed(error.details) : [];
      // Another call at the same time may have chosen meanwhile.
      const last = partnerId ?? linkedPartner ?? localStorage.getItem(partnerPlace);
      const chosen = own.find((id) => id === last) ?? own[0];
      if (chosen === undefined) throw error;
      choosePartner(chosen);
      return callWithFresh(route, parameters, options);
    }
  };

  const calls = beginningCalls(callNamingPartner);
  return { ...calls, pages: listReader(calls.call).pages, choosePartner };
};
