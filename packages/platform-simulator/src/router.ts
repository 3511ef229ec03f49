import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { BodyTooLarge, readBody } from '@swift-worker/loopback/exchange.ts';
import { authoriseApp, listAppPermissions, listAppSubscriptions, readApp } from './app.ts';
import { configureNumber, listSubscribedApps, subscribeApp, unsubscribeApp } from './callbacks.ts';
import { openQuery } from './call-log.ts';
import { synchronise } from './coexistence.ts';
import { PlatformError, gone, invalidParameter, standardFault, unknownPath } from './errors.ts';
import type { Fault } from './faults.ts';
import { deleteMedia, readMedia, uploadMedia } from './media.ts';
import type { MediaFile } from './media-store.ts';
import { sendMessage } from './messages.ts';
import { listNumbers, readNumber } from './numbers.ts';
import { exchangeCode } from './oauth.ts';
import { isPortfolio, listClientWabas, listOwnedWabas, readPortfolio } from './portfolios.ts';
import { deregisterNumber, readSettings, registerNumber } from './registration.ts';
import { jsonOf } from './simulator.ts';
import type { GraphCall, Simulator } from './simulator.ts';
import type { PhoneNumber, State, Template, Waba } from './state.ts';
import { createTemplate, deleteTemplates, listTemplates, readTemplate, updateTemplate } from './templates.ts';
import { authorise, bearerOf, debugToken, liveToken } from './tokens.ts';
import type { Part } from './tokens.ts';
import { deleteUsername, readUsername, setUsername, suggestUsernames } from './usernames.ts';
import { requestCode, verifyCode } from './verification.ts';
import { readWaba } from './wabas.ts';

type Operation<Node> = (simulator: Simulator, call: GraphCall, node: Node) => unknown;

const WITHOUT_NODE: Readonly<Record<string, (simulator: Simulator, call: GraphCall) => unknown>> = {
  'GET /oauth/access_token': exchangeCode,
  'POST /oauth/access_token': exchangeCode,
  'GET /debug_token': debugToken,
};
const ON_APP: Readonly<Record<string, (simulator: Simulator, call: GraphCall) => unknown>> = {
  'GET ': readApp,
  'GET /subscriptions': listAppSubscriptions,
  'GET /permissions': listAppPermissions,
};
const ON_PORTFOLIO: Readonly<Record<string, Operation<string>>> = {
  'GET ': readPortfolio,
  'GET /client_whatsapp_business_accounts': listClientWabas,
  'GET /owned_whatsapp_business_accounts': listOwnedWabas,
};
const ON_WABA: Readonly<Record<string, Operation<Waba>>> = {
  'GET ': readWaba,
  'GET /phone_numbers': listNumbers,
  'GET /subscribed_apps': listSubscribedApps,
  'POST /subscribed_apps': subscribeApp,
  'DELETE /subscribed_apps': unsubscribeApp,
  'GET /message_templates': listTemplates,
  'POST /message_templates': createTemplate,
  'DELETE /message_templates': deleteTemplates,
};
const ON_NUMBER: Readonly<Record<string, Operation<PhoneNumber>>> = {
  'GET ': readNumber,
  'POST ': configureNumber,
  'GET /settings': readSettings,
  'POST /request_code': requestCode,
  'POST /verify_code': verifyCode,
  'POST /register': registerNumber,
  'POST /deregister': deregisterNumber,
  'POST /smb_app_data': synchronise,
  'GET /username': readUsername,
  'POST /username': setUsername,
  'DELETE /username': deleteUsername,
  'GET /username_suggestions': suggestUsernames,
};
const ON_NUMBER_TO_MESSAGE: Readonly<Record<string, Operation<PhoneNumber>>> = {
  'POST /messages': sendMessage,
  'POST /media': uploadMedia,
};
const ON_MEDIA: Readonly<Record<string, Operation<MediaFile>>> = {
  'GET ': readMedia,
  'DELETE ': deleteMedia,
};
const ON_TEMPLATE: Readonly<Record<string, Operation<Template>>> = {
  'GET ': (_simulator, call, template) => readTemplate(call, template),
  'POST ': updateTemplate,
};

const MIB = 1024 * 1024;
const BODY_LIMIT = 4 * MIB;
/** That of the largest file, with the other parts of the form. */
const MEDIA_LIMIT = 101 * MIB;

/** A call of the Graph API without its connection. */
export interface GraphRequest {
  readonly method: string;
  readonly url: URL;
  /** What follows the version. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Undefined: it was too large. */
  readonly body: Buffer | undefined;
}

/** Answers one call of the Graph API; `path` is what follows the version. */
export async function answerGraph(
  simulator: Simulator,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  path: string,
): Promise<void> {
  const at = new Date(simulator.now()).toISOString();
  const { method = 'GET', headers } = request;
  const fault = simulator.faults.take(method, path);
  // Read before any delay, so that the call is made even if the caller gives up during the delay.
  const limit = path.endsWith('/media') ? MEDIA_LIMIT : BODY_LIMIT;
  const body = await readBody(request, limit).catch((error: unknown) => {
    if (error instanceof BodyTooLarge) return undefined;
    throw error;
  });
  if (fault !== undefined && fault.delayMs > 0) await wait(fault.delayMs, undefined, { ref: false });
  const answer = faultyAnswer(fault) ?? (await performed(simulator, { method, url, path, headers, body }));
  const dropped = fault?.drop === true ? { dropped: true as const } : {};
  simulator.calls.add({ method, path, query: openQuery(url), status: answer.status, at, ...dropped });
  if (fault?.drop === true) {
    response.destroy();
    return;
  }
  response.writeHead(answer.status, {
    'content-type': 'application/json; charset=utf-8',
    'facebook-api-version': servedVersion(simulator, url),
    ...usageHeader(simulator, path),
    ...fault?.headers,
  });
  response.end(textOf(answer));
}

/**
 * Answers a call of the Graph API in this process. Of a fault, its answer counts; the server alone delays and drops.
 * @public The world of `npm run world` calls it.
 */
export async function graphAnswer(
  simulator: Simulator,
  request: GraphRequest,
): Promise<{
  readonly status: number;
  readonly version: string;
  readonly usage: string | undefined;
  readonly body: string;
}> {
  const answer =
    faultyAnswer(simulator.faults.take(request.method, request.path)) ?? (await performed(simulator, request));
  const { 'x-business-use-case-usage': usage } = usageHeader(simulator, request.path);
  return { status: answer.status, version: servedVersion(simulator, request.url), usage, body: textOf(answer) };
}

function textOf({ body }: GraphAnswer): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

interface GraphAnswer {
  readonly status: number;
  readonly body: unknown;
}

function faultyAnswer(fault: Fault | undefined): GraphAnswer | undefined {
  if (fault?.status === undefined) return undefined;
  return { status: fault.status, body: fault.body ?? standardFault(fault.status) };
}

async function performed(
  simulator: Simulator,
  { method, url, path, headers, body }: GraphRequest,
): Promise<GraphAnswer> {
  try {
    if (body === undefined) throw invalidParameter('The request is too large.');
    const parameters = { ...structured(url.searchParams), ...(await bodyParameters(headers, body)) };
    // Since 27 Oct 2026 in every version: https://developers.facebook.com/docs/graph-api/changelog/version26.0
    if ('date_format' in parameters) throw invalidParameter('date_format is not supported any more.');
    const given = parameters['access_token'];
    const token = bearerOf(headers) ?? (typeof given === 'string' ? given : undefined);
    return { status: 200, body: await perform(simulator, { method, path, parameters, token }) };
  } catch (error) {
    if (error instanceof PlatformError) return { status: error.status, body: error.body };
    throw error;
  }
}

async function bodyParameters(headers: IncomingHttpHeaders, body: Buffer): Promise<Record<string, unknown>> {
  if (body.length === 0) return {};
  const { 'content-type': type = '' } = headers;
  if (type.startsWith('multipart/form-data')) return formParameters(type, body);
  const text = body.toString('utf8');
  if (type.startsWith('application/x-www-form-urlencoded')) return structured(new URLSearchParams(text));
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed };
  } catch {
    // Answered below, together with JSON bodies that are not objects.
  }
  throw invalidParameter('The request body is not a JSON object.');
}

async function formParameters(type: string, body: Buffer): Promise<Record<string, unknown>> {
  // oxlint-disable-next-line typescript/no-deprecated -- for its memory, which the limit of the body bounds
  const form = new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  return structured(
    await form.catch(() => {
      throw invalidParameter('The request body is not a form.');
    }),
  );
}

/** Forms and queries have objects and lists as JSON. */
function structured(parameters: Iterable<[string, unknown]>): Record<string, unknown> {
  const valueOf = (value: unknown): unknown =>
    typeof value === 'string' && /^[[{]/.test(value) ? (jsonOf(value) ?? value) : value;
  return Object.fromEntries(Array.from(parameters, ([name, value]) => [name, valueOf(value)]));
}

function perform(simulator: Simulator, call: GraphCall): unknown {
  const withoutNode = own(WITHOUT_NODE, `${call.method} ${call.path}`);
  if (withoutNode !== undefined) return withoutNode(simulator, call);
  const [, id = '', edge = ''] = /^\/([^/]*)(.*)$/.exec(call.path) ?? [];
  const { state } = simulator.storage;
  const operation = `${call.method} ${edge}`;
  if (id === simulator.appId) {
    authoriseApp(simulator, call);
    return called(call, own(ON_APP, operation))(simulator, call);
  }
  liveToken(simulator, call);
  const waba = state.wabas.get(id);
  if (waba !== undefined) return onNode(simulator, call, waba, waba.id, own(ON_WABA, operation));
  const number = state.numbers.get(id);
  if (number !== undefined) return onNumber(simulator, call, number, operation);
  const template = state.templates.get(id);
  if (template !== undefined) return onNode(simulator, call, template, template.wabaId, own(ON_TEMPLATE, operation));
  const file = simulator.media.find(id);
  if (file !== undefined) {
    const wabaId = state.numbers.get(file.numberId)?.wabaId ?? '';
    return onNode(simulator, call, file, wabaId, own(ON_MEDIA, operation), 'messaging');
  }
  if (isPortfolio(simulator, id)) return called(call, own(ON_PORTFOLIO, operation))(simulator, call, id);
  throw gone(call.method, id);
}

function onNumber(simulator: Simulator, call: GraphCall, number: PhoneNumber, operation: string): unknown {
  const messaging = own(ON_NUMBER_TO_MESSAGE, operation);
  return messaging === undefined
    ? onNode(simulator, call, number, number.wabaId, own(ON_NUMBER, operation))
    : onNode(simulator, call, number, number.wabaId, messaging, 'messaging');
}

function onNode<Node>(
  simulator: Simulator,
  call: GraphCall,
  node: Node,
  wabaId: string,
  operation: Operation<Node> | undefined,
  part: Part = 'management',
): unknown {
  const waba = simulator.storage.state.wabas.get(wabaId);
  if (waba === undefined) throw gone(call.method, wabaId);
  authorise(simulator, call, waba, part);
  const perform = called(call, operation);
  // The budget is that of the management API. Messages and media have limits of their own.
  if (part === 'management') simulator.usage.spend(wabaId);
  return perform(simulator, call, node);
}

function called<T>({ method, path }: GraphCall, operation: T | undefined): T {
  if (operation === undefined) throw unknownPath(`${path}, or no ${method} there`);
  return operation;
}

/** An ended version is answered as the oldest that has not ended: https://developers.facebook.com/docs/apps/versions */
function servedVersion({ settings: { oldestVersion } }: Simulator, url: URL): string {
  const asked = url.pathname.split('/')[1] ?? '';
  return Number(asked.slice(1)) < Number(oldestVersion.slice(1)) ? oldestVersion : asked;
}

function usageHeader({ storage, usage }: Simulator, path: string): { readonly 'x-business-use-case-usage'?: string } {
  const wabaId = wabaIdOf(storage.state, path.split('/')[1] ?? '');
  return wabaId === undefined ? {} : { 'x-business-use-case-usage': usage.header(wabaId) };
}

function wabaIdOf(state: State, id: string): string | undefined {
  return state.wabas.get(id)?.id ?? state.numbers.get(id)?.wabaId ?? state.templates.get(id)?.wabaId;
}

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
