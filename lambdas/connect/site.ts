import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { WorkLost } from '../domain/errors.ts';
import { signUpUrl, type SignUpConfiguration } from '../platform/sign-up.ts';
import type { Log } from '../runtime/logger.ts';
import type { BegunBy } from '../runtime/run-work.ts';
import type { SessionRecord } from '../store/instances/connect-sessions.ts';
import { pageAnswer, seeOther, type Answer } from './answer.ts';
import { awaits, begin, beginSignUp, cancel, endSignUp } from './attempt.ts';
import { authorise } from './authorise.ts';
import type { ConnectDeps } from './connect-deps.ts';
import { languageOf } from './page/language.ts';
import { isNotice, type Notice } from './page/notice.ts';
import { callbackPath, pathsOf } from './page/paths.ts';
import {
  maintenancePage,
  methodPage,
  notSetUpPage,
  otherBrowserPage,
  troublePage,
  unavailablePage,
  unknownPage,
} from './page/refusal.ts';
import type { Visit } from './page/visit.ts';
import { advance } from './saga.ts';
import { signUpOf, ticketCookie, ticketOf, usedTicketCookie, type SignUpTicket } from './sign-up-cookie.ts';
import { sessionStatusOf } from './session-status.ts';
import { destinationOf, pageOf, openLink, type OpenedLink } from './opened-link.ts';

/** The hosted pages, as they are wired at cold start. */
export interface ConnectSite {
  readonly deps: ConnectDeps;
  /** `https://host`, without a path. */
  readonly baseUrl: string;
  /** The platform's sign-up, for the browser. */
  readonly dialogUrl: string;
  /** Null while the stage has no app or no configuration at the platform. No instance can be connected then. */
  readonly signUp: SignUpConfiguration | null;
  /** Whether the table is restored. Nothing is read then. */
  readonly maintenance: boolean;
  readonly randomBytes: (count: number) => Buffer;
  readonly log: Log;
  /** Tells the call that made the session of the request. */
  readonly begunBy: BegunBy;
}

const redirectUri = ({ baseUrl }: ConnectSite): string => `${baseUrl}${callbackPath}`;

const showPage = async (
  site: ConnectSite,
  opened: OpenedLink,
  visit: Visit,
  notice: Notice | null,
): Promise<Answer> => {
  const { deps, dialogUrl } = site;
  const status = sessionStatusOf(opened.record, deps.clock());
  const page = await pageOf(deps.table, opened, visit, status, notice);
  return pageAnswer(page, status === 'open' ? { dialogUrl, urls: opened.record.urls } : undefined);
};

/** The browser polls this page while the connection is made, and is redirected afterwards. */
const showProgress = (site: ConnectSite, opened: OpenedLink, visit: Visit): Promise<Answer> | Answer => {
  const status = sessionStatusOf(opened.record, site.deps.clock());
  return status === 'in_progress'
    ? showPage(site, opened, visit, null)
    : seeOther(destinationOf(opened.token, opened.record, status));
};

const startSignUp = async (
  site: ConnectSite,
  configuration: SignUpConfiguration,
  { token, record }: OpenedLink,
): Promise<Answer> => {
  const random = (): string => site.randomBytes(32).toString('base64url');
  const ticket: SignUpTicket = { state: random(), secret: random(), token };
  if (!(await beginSignUp(site.deps, record, signUpOf(ticket)))) return seeOther(pathsOf(token).page);
  const left = Math.ceil((Date.parse(record.session.expires_at) - site.deps.clock()) / 1000);
  return seeOther(
    signUpUrl(site.dialogUrl, configuration, redirectUri(site), ticket.state),
    ticketCookie(ticket, Math.max(1, left)),
  );
};

const cancelSession = async (site: ConnectSite, { token, record }: OpenedLink): Promise<Answer> => {
  const cancelled = await cancel(site.deps, record);
  // The progress page redirects a session that is not open any more.
  return seeOther(cancelled === null ? pathsOf(token).progress : destinationOf(token, cancelled, 'cancelled'));
};

/** Makes the connection while the browser waits, until the deadline. */
const connect = async (site: ConnectSite, begun: SessionRecord, code: string): Promise<SessionRecord> =>
  advance(site.deps, await authorise(site.deps, begun, code, redirectUri(site)));

/** The platform has redirected the browser back. It must be the browser that began the sign-up, with an unused state. */
const finishSignUp = async (
  site: ConnectSite,
  { token, record }: OpenedLink,
  ticket: SignUpTicket,
  query: URLSearchParams,
  { language }: Visit,
): Promise<Answer> => {
  const { deps, log } = site;
  const { page, progress } = pathsOf(token);
  const used = usedTicketCookie(ticket.state);
  if (sessionStatusOf(record, deps.clock()) !== 'open') return seeOther(progress, used);
  const signUp = signUpOf(ticket);
  if (!awaits(record, signUp)) return pageAnswer(otherBrowserPage(language));
  const code = query.get('code') ?? '';
  if (query.has('error') || code === '') {
    await endSignUp(deps, record, signUp);
    return seeOther(`${page}?notice=${query.get('error') === 'access_denied' ? 'declined' : 'interrupted'}`, used);
  }
  const begun = await begin(deps, record);
  if (begun === null) return seeOther(progress, used);
  const about = { session_id: begun.session.id, partner_id: begun.partnerId };
  try {
    const reached = await connect(site, begun, code);
    const { status, error } = reached.session;
    log.info('sign-up', { ...about, status, step: reached.progress?.step ?? null, error_code: error?.code ?? null });
    return seeOther(destinationOf(token, reached, sessionStatusOf(reached, deps.clock())), used);
  } catch (error) {
    // A worker continues from the recorded step. The page shows the result.
    if (!(error instanceof WorkLost)) log.error('the sign-up was interrupted', { ...about, error });
    return seeOther(progress, used);
  }
};

const link = /^\/connect\/([A-Za-z0-9_-]{43})(?:\/(start|cancel|progress))?$/;
type Place = 'callback' | 'page' | 'start' | 'cancel' | 'progress';

interface Asked {
  readonly place: Place;
  /** Empty for a callback of a browser that did not begin the sign-up. */
  readonly token: string;
  readonly query: URLSearchParams;
  /** Of a callback. */
  readonly ticket?: SignUpTicket;
}

const askedOf = ({ rawPath, rawQueryString, cookies = [] }: APIGatewayProxyEventV2): Asked | null => {
  const query = new URLSearchParams(rawQueryString);
  if (rawPath === callbackPath) {
    const ticket = ticketOf(cookies, query.get('state') ?? '');
    return { place: 'callback', token: ticket?.token ?? '', query, ...(ticket !== null && { ticket }) };
  }
  const [, token, place] = link.exec(rawPath) ?? [];
  if (token === undefined) return null;
  if (place === 'start' || place === 'cancel' || place === 'progress') return { place, token, query };
  return { place: 'page', token, query };
};

/** GET and HEAD change nothing, so that a preview of a link does not use it. */
const methodsOf: Readonly<Record<Place, readonly string[]>> = {
  callback: ['GET'],
  page: ['GET', 'HEAD'],
  progress: ['GET', 'HEAD'],
  start: ['POST', 'GET', 'HEAD'],
  cancel: ['POST', 'GET', 'HEAD'],
};

/** @param accepted the languages that the browser accepts */
const answerAt = async (
  site: ConnectSite,
  { place, token, query, ticket }: Asked,
  method: string,
  accepted: string | undefined,
): Promise<Answer> => {
  const language = languageOf(null, accepted);
  const allowed = methodsOf[place];
  if (!allowed.includes(method)) {
    const answer = pageAnswer(methodPage(language));
    return { ...answer, headers: { ...answer.headers, allow: allowed.join(', ') } };
  }
  if (place === 'callback' && ticket === undefined) return pageAnswer(otherBrowserPage(language));
  const opened = await openLink(site.deps.table, token);
  if (opened === null) return pageAnswer(unknownPage(language));
  site.begunBy(opened.record.requestId);
  if (opened.partner === null) return pageAnswer(unavailablePage(languageOf(opened.record.language, accepted)));
  const host = { name: opened.partner, logo: null, color: null, privacyUrl: null };
  const visit: Visit = { language: languageOf(opened.record.language, accepted), host };
  const { signUp } = site;
  if (signUp === null) {
    site.log.error('no instance can be connected: the stage value platformAppId or signUp is missing', { place });
    return pageAnswer(notSetUpPage(visit.language));
  }
  switch (place) {
    case 'page': {
      const notice = query.get('notice');
      return showPage(site, opened, visit, isNotice(notice) ? notice : null);
    }
    case 'progress':
      return showProgress(site, opened, visit);
    case 'start':
    case 'cancel':
      // The browser opened or reloaded the target of a button.
      if (method !== 'POST') return seeOther(pathsOf(token).page);
      return place === 'start' ? startSignUp(site, signUp, opened) : cancelSession(site, opened);
    case 'callback':
      return ticket === undefined
        ? pageAnswer(otherBrowserPage(visit.language))
        : finishSignUp(site, opened, ticket, query, visit);
  }
};

const answerOf = async (
  site: ConnectSite,
  asked: Asked | null,
  method: string,
  accepted: string | undefined,
): Promise<Answer> => {
  const language = languageOf(null, accepted);
  if (site.maintenance) return pageAnswer(maintenancePage(language));
  if (asked === null) return pageAnswer(unknownPage(language));
  try {
    return await answerAt(site, asked, method, accepted);
  } catch (error) {
    site.log.error('the page could not be shown', { place: asked.place, error });
    return pageAnswer(troublePage(language));
  }
};

/** Answers one request of a browser. The log contains neither the path nor the query, which contain the link's token. */
export const answer = async (site: ConnectSite, event: APIGatewayProxyEventV2): Promise<Answer> => {
  const begun = site.deps.clock();
  const { method } = event.requestContext.http;
  const asked = askedOf(event);
  const answered = await answerOf(site, asked, method, event.headers['accept-language']);
  site.log.info('page', {
    place: asked?.place ?? null,
    method,
    status: answered.statusCode ?? 200,
    milliseconds: site.deps.clock() - begun,
  });
  return method === 'HEAD' ? { ...answered, body: '' } : answered;
};
