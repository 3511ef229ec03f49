import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Milliseconds } from '../domain/time.ts';
import { signUpUrl } from '../platform/sign-up.ts';
import type { Log } from '../runtime/logger.ts';
import type { SessionRecord } from '../store/connect-sessions.ts';
import { pageAnswer, seeOther, type Answer } from './answer.ts';
import { begin, cancel } from './attempt.ts';
import { authorise } from './authorise.ts';
import type { ConnectDeps } from './connect-deps.ts';
import { until } from './deadline.ts';
import { isNotice, type Notice } from './page/invitation.ts';
import { callbackPath, pathsOf } from './page/paths.ts';
import { methodPage, troublePage, unavailablePage, unknownPage } from './page/refusal.ts';
import { advance } from './saga.ts';
import { SessionLost } from './session-commit.ts';
import { standingOf } from './standing.ts';
import { destinationOf, pageOf, visitOf, type Visit } from './visit.ts';

/** The hosted pages, as they are wired at cold start. */
export interface ConnectSite {
  readonly deps: ConnectDeps;
  /** `https://host`, without a path. */
  readonly baseUrl: string;
  /** The platform's sign-up, for the browser. */
  readonly dialogUrl: string;
  readonly appId: string;
  readonly log: Log;
}

/** When a browser that waits is sent to the page that shows the progress; a call begun before may take as long again. */
const patience: Milliseconds = 13_000;

const redirectUri = ({ baseUrl }: ConnectSite): string => `${baseUrl}${callbackPath}`;

const showPage = async (site: ConnectSite, visit: Visit, partner: string, notice: Notice | null): Promise<Answer> => {
  const { deps, dialogUrl } = site;
  const status = standingOf(visit.record, deps.clock());
  const page = await pageOf(deps.table, visit, partner, status, notice);
  return pageAnswer(page, status === 'open' ? { dialogUrl, urls: visit.record.urls } : undefined);
};

/** The browser looks here while the connection is made, and is sent on once it is. */
const showProgress = (site: ConnectSite, visit: Visit, partner: string): Promise<Answer> | Answer => {
  const status = standingOf(visit.record, site.deps.clock());
  return status === 'in_progress'
    ? showPage(site, visit, partner, null)
    : seeOther(destinationOf(visit.token, visit.record, status));
};

const startSignUp = (site: ConnectSite, { token, record }: Visit): Answer =>
  standingOf(record, site.deps.clock()) === 'open'
    ? seeOther(signUpUrl(site.dialogUrl, site.appId, redirectUri(site), token))
    : seeOther(pathsOf(token).page);

const cancelSession = async (site: ConnectSite, { token, record }: Visit): Promise<Answer> => {
  const cancelled = await cancel(site.deps, record);
  // Not open any more: the progress leads to wherever the session has come.
  return seeOther(cancelled === null ? pathsOf(token).progress : destinationOf(token, cancelled, 'cancelled'));
};

/** Makes the connection while the browser waits, as far as that is to be asked of it. */
const connect = async (site: ConnectSite, begun: SessionRecord, code: string): Promise<SessionRecord> => {
  const { clock, platform } = site.deps;
  const deps = { ...site.deps, platform: until(clock() + patience, clock, platform) };
  return advance(deps, await authorise(deps, begun, code, redirectUri(site)));
};

const finishSignUp = async (site: ConnectSite, { token, record }: Visit, query: URLSearchParams): Promise<Answer> => {
  const { deps, log } = site;
  const { page, progress } = pathsOf(token);
  const code = query.get('code') ?? '';
  if (query.has('error') || code === '') {
    return seeOther(`${page}?notice=${query.get('error') === 'access_denied' ? 'declined' : 'interrupted'}`);
  }
  const begun = await begin(deps, record);
  if (begun === null) return seeOther(progress);
  const about = { session_id: begun.session.id, partner_id: begun.partnerId };
  try {
    const reached = await connect(site, begun, code);
    const { status, error } = reached.session;
    log.info('sign-up', { ...about, status, step: reached.progress?.step ?? null, error_code: error?.code ?? null });
    return seeOther(destinationOf(token, reached, standingOf(reached, deps.clock())));
  } catch (error) {
    // What is recorded is gone on with in the background; the page tells what becomes of it.
    if (!(error instanceof SessionLost)) log.error('the sign-up was interrupted', { ...about, error });
    return seeOther(progress);
  }
};

const link = /^\/connect\/([A-Za-z0-9_-]{43})(?:\/(start|cancel|progress))?$/;
type Place = 'callback' | 'page' | 'start' | 'cancel' | 'progress';

interface Asked {
  readonly place: Place;
  readonly token: string;
  readonly query: URLSearchParams;
}

const askedOf = ({ rawPath, rawQueryString }: APIGatewayProxyEventV2): Asked | null => {
  const query = new URLSearchParams(rawQueryString);
  if (rawPath === callbackPath) return { place: 'callback', token: query.get('state') ?? '', query };
  const [, token, place] = link.exec(rawPath) ?? [];
  if (token === undefined) return null;
  if (place === 'start' || place === 'cancel' || place === 'progress') return { place, token, query };
  return { place: 'page', token, query };
};

/** Looking at a page changes nothing, so whoever previews a link uses nothing up. */
const methodsOf: Readonly<Record<Place, readonly string[]>> = {
  callback: ['GET'],
  page: ['GET', 'HEAD'],
  progress: ['GET', 'HEAD'],
  start: ['POST', 'GET', 'HEAD'],
  cancel: ['POST', 'GET', 'HEAD'],
};

const answerAt = async (site: ConnectSite, asked: Asked, method: string): Promise<Answer> => {
  const { place, token, query } = asked;
  const allowed = methodsOf[place];
  if (!allowed.includes(method)) {
    const answer = pageAnswer(methodPage);
    return { ...answer, headers: { ...answer.headers, allow: allowed.join(', ') } };
  }
  const visit = await visitOf(site.deps.table, token);
  if (visit === null) return pageAnswer(unknownPage);
  if (visit.partner === null) return pageAnswer(unavailablePage);
  switch (place) {
    case 'page': {
      const notice = query.get('notice');
      return showPage(site, visit, visit.partner, isNotice(notice) ? notice : null);
    }
    case 'progress':
      return showProgress(site, visit, visit.partner);
    case 'start':
    case 'cancel':
      // Somebody opened or reloaded what a button leads to.
      if (method !== 'POST') return seeOther(pathsOf(token).page);
      return place === 'start' ? startSignUp(site, visit) : cancelSession(site, visit);
    case 'callback':
      return finishSignUp(site, visit, query);
  }
};

const answerOf = async (site: ConnectSite, asked: Asked | null, method: string): Promise<Answer> => {
  if (asked === null) return pageAnswer(unknownPage);
  try {
    return await answerAt(site, asked, method);
  } catch (error) {
    site.log.error('the page could not be shown', { place: asked.place, error });
    return pageAnswer(troublePage);
  }
};

/** Answers one request of a browser. The log knows neither the path nor the query: both hold the link's token. */
export const answer = async (site: ConnectSite, event: APIGatewayProxyEventV2): Promise<Answer> => {
  const begun = site.deps.clock();
  const { method } = event.requestContext.http;
  const asked = askedOf(event);
  const answered = await answerOf(site, asked, method);
  site.log.info('page', {
    place: asked?.place ?? null,
    method,
    status: answered.statusCode ?? 200,
    milliseconds: site.deps.clock() - begun,
  });
  return method === 'HEAD' ? { ...answered, body: '' } : answered;
};
