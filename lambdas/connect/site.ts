import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { cancelSession, chooseNumber, submitPin } from './answer-question.ts';
import { embedded } from '../kernel/metrics.ts';
import { viewerHostHeader } from '../kernel/viewer-host.ts';
import { onOwnHost, pageAnswer, seeOther, type Answer } from './answer.ts';
import type { Call, ConnectSite } from './connect-site.ts';
import { logoAnswer } from './logo.ts';
import { openLink } from './opened-link.ts';
import { languageOf } from './page/language.ts';
import { isNotice } from './page/notice.ts';
import { callbackPath, pathsOf } from './page/paths.ts';
import {
  forgedPage,
  maintenancePage,
  methodPage,
  notSetUpPage,
  otherBrowserPage,
  troublePage,
  unavailablePage,
  unknownPage,
} from './page/refusal.ts';
import { isFromPage } from './page-proof.ts';
import { showPage, showProgress } from './show-page.ts';
import { finishDialog, finishWindow, startSignUp } from './sign-up-return.ts';
import { ticketOf, type SignUpTicket } from './sign-up-cookie.ts';

const link = /^\/connect\/([A-Za-z0-9_-]{43})(?:\/(start|cancel|choose|pin|finish|progress|logo))?$/;
/** The targets of forms. */
type FormPlace = 'start' | 'cancel' | 'choose' | 'pin' | 'finish';
type Place = 'callback' | 'page' | 'progress' | 'logo' | FormPlace;

interface Asked {
  readonly place: Place;
  /** Empty for a callback of a browser that did not begin the sign-up. */
  readonly token: string;
  readonly query: URLSearchParams;
  /** Of a callback. */
  readonly ticket?: SignUpTicket;
}

/** A form of the pages has a code and the message of a window at most. */
const longestForm = 65_536;

/** The fields of a form that was sent; none of a body that is none, or too long. */
const fieldsOf = ({ headers, body = '', isBase64Encoded }: APIGatewayProxyEventV2): URLSearchParams => {
  const isForm = /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(headers['content-type'] ?? '');
  if (!isForm || body.length > longestForm) return new URLSearchParams();
  return new URLSearchParams(isBase64Encoded ? Buffer.from(body, 'base64').toString() : body);
};

/** GET and HEAD change nothing, so that a preview of a link does not use it. */
const form = ['POST', 'GET', 'HEAD'];
const methodsOf: Readonly<Record<Place, readonly string[]>> = {
  callback: ['GET'],
  page: ['GET', 'HEAD'],
  progress: ['GET', 'HEAD'],
  logo: ['GET', 'HEAD'],
  start: form,
  cancel: form,
  choose: form,
  pin: form,
  finish: form,
};

const isPlace = (name: string): name is Place => Object.hasOwn(methodsOf, name);

/** Null for a path that does not exist. A window's end exists only where the stage signs up in windows. */
const askedOf = (
  { signUp }: ConnectSite,
  { rawPath, rawQueryString, cookies = [] }: APIGatewayProxyEventV2,
): Asked | null => {
  const query = new URLSearchParams(rawQueryString);
  if (rawPath === callbackPath) {
    const ticket = ticketOf(cookies, query.get('state') ?? '');
    return { place: 'callback', token: ticket?.token ?? '', query, ...(ticket !== null && { ticket }) };
  }
  const [, token, place = 'page'] = link.exec(rawPath) ?? [];
  if (token === undefined || !isPlace(place)) return null;
  return place === 'finish' && signUp?.launch !== 'sdk' ? null : { place, token, query };
};

/** Takes a form. Only a page of this service sends one. */
const answerForm = (
  site: ConnectSite,
  call: Call,
  place: FormPlace,
  event: APIGatewayProxyEventV2,
): Promise<Answer> | Answer => {
  // The browser opened or reloaded the target of a button.
  if (event.requestContext.http.method !== 'POST') return seeOther(pathsOf(call.opened.token).page);
  const fields = fieldsOf(event);
  if (!isFromPage(event, fields, site.baseUrl)) return pageAnswer(forgedPage(call.visit));
  switch (place) {
    case 'start':
      return startSignUp(site, call);
    case 'cancel':
      return cancelSession(site, call);
    case 'choose':
      return chooseNumber(site, call, fields);
    case 'pin':
      return submitPin(site, call, fields);
    case 'finish':
      return finishWindow(site, call, fields);
  }
};

const answerAsked = (
  site: ConnectSite,
  call: Call,
  { place, query, ticket }: Asked,
  event: APIGatewayProxyEventV2,
): Promise<Answer> | Answer => {
  switch (place) {
    case 'page': {
      const notice = query.get('notice');
      return showPage(site, call, { notice: isNotice(notice) ? notice : null });
    }
    case 'progress':
      return showProgress(site, call);
    case 'logo':
      return logoAnswer(site.deps.table, call.opened.record.partnerId, call.visit.language);
    case 'callback':
      return ticket === undefined
        ? pageAnswer(otherBrowserPage(call.visit.language))
        : finishDialog(site, call, ticket, query);
    case 'start':
    case 'cancel':
    case 'choose':
    case 'pin':
    case 'finish':
      return answerForm(site, call, place, event);
  }
};

const answerAt = async (site: ConnectSite, asked: Asked, event: APIGatewayProxyEventV2): Promise<Answer> => {
  const { place, token, ticket } = asked;
  const accepted = event.headers['accept-language'];
  const language = languageOf(null, accepted);
  const allowed = methodsOf[place];
  if (!allowed.includes(event.requestContext.http.method)) {
    const answer = pageAnswer(methodPage(language));
    return { ...answer, headers: { ...answer.headers, allow: allowed.join(', ') } };
  }
  if (place === 'callback' && ticket === undefined) return pageAnswer(otherBrowserPage(language));
  const opened = await openLink(site.deps.table, token);
  if (opened === null) return pageAnswer(unknownPage(language));
  site.begunBy(opened.record.requestId);
  const spoken = languageOf(opened.record.language, accepted);
  const { host } = opened;
  if (host === null) return pageAnswer(unavailablePage(spoken));
  const { signUp } = site;
  if (signUp === null) {
    site.log.error('no instance can be connected: the stage value platformAppId or signUp is missing', { place });
    return pageAnswer(notSetUpPage(spoken));
  }
  const call: Call = {
    opened,
    visit: { language: spoken, host },
    configuration: signUp,
    cookies: event.cookies ?? [],
  };
  return answerAsked(site, call, asked, event);
};

/** The same address on the host of the pages; null for a request of that host. */
const detourOf = (
  { baseUrl, ownHost }: ConnectSite,
  { headers, rawPath, rawQueryString }: APIGatewayProxyEventV2,
): string | null => {
  const host = headers[viewerHostHeader] ?? headers['host'];
  if (!ownHost || host === new URL(baseUrl).host) return null;
  return `${baseUrl}${rawPath}${rawQueryString === '' ? '' : `?${rawQueryString}`}`;
};

const answerOf = async (site: ConnectSite, asked: Asked | null, event: APIGatewayProxyEventV2): Promise<Answer> => {
  const detour = asked === null ? null : detourOf(site, event);
  if (detour !== null) return onOwnHost(detour);
  const language = languageOf(null, event.headers['accept-language']);
  if (site.maintenance) return pageAnswer(maintenancePage(language));
  if (asked === null) return pageAnswer(unknownPage(language));
  try {
    return await answerAt(site, asked, event);
  } catch (error) {
    const measure = embedded(site.deps.clock(), { pages_failed: 1 });
    site.log.error('the page could not be shown', { place: asked.place, error, ...measure });
    return pageAnswer(troublePage(language));
  }
};

/** Answers one request of a browser. The log contains neither the path nor the query, which contain the link's token. */
export const answer = async (site: ConnectSite, event: APIGatewayProxyEventV2): Promise<Answer> => {
  const begun = site.deps.clock();
  const { method } = event.requestContext.http;
  const asked = askedOf(site, event);
  const answered = await answerOf(site, asked, event);
  site.log.info('page', {
    place: asked?.place ?? null,
    method,
    status: answered.statusCode ?? 200,
    milliseconds: site.deps.clock() - begun,
  });
  return method === 'HEAD' ? { ...answered, body: '' } : answered;
};
