import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { ProbedPart } from '../domain/stage-status.ts';
import { appVerifyToken } from '../domain/webhook/app-verify-token.ts';
import { hour, isoOf } from '../kernel/time.ts';
import type { ProbeAccess } from './access.ts';
import { fetchOf, until, type CallRoute, type Patience } from './partner-calls.ts';

/** The sign-in of the stage's portal. */
export interface SignIn {
  readonly url: string;
  readonly clientId: string;
  readonly portalUrl: string;
}

/** A stage as a partner meets it, from outside. */
export interface ProbedStage extends Patience {
  readonly access: ProbeAccess;
  readonly call: CallRoute;
  /** The probe's own endpoint. */
  readonly endpointUrl: string;
  /** Null without a portal. */
  readonly signIn: SignIn | null;
}

/** A part's name, and its check. @throws Error when the part is bad */
export type Part = readonly [name: ProbedPart, check: () => Promise<void>];

const done = z.object({});
const withId = z.object({ event: z.object({ id: z.string() }) });
const withSession = z.object({ session: z.object({ url: z.url() }) });

/** The one customer of the probe. The same upsert again changes nothing, and so leaves no entry in its history. */
export const customer = { external_customer_id: 'probe', customer_name: 'Probe' } as const;

const makeCall = async ({ call }: ProbedStage): Promise<void> => {
  await call('POST', 'upsert-partner-customer', customer, done);
};

const stored = z.object({ endpoint: z.nullable(z.object({ url: z.string(), enabled: z.boolean() })) });

/** Its first run, another address of the stage, or an outage that disabled the endpoint. */
const register = async ({ call, access, endpointUrl }: ProbedStage): Promise<void> => {
  const { endpoint } = await call('GET', 'get-partner-webhook-endpoint', {}, stored);
  if (endpoint?.url === endpointUrl && endpoint.enabled) return;
  const token = appVerifyToken(access.webhook_secret);
  const wanted = { webhook_url: endpointUrl, platform_verify_token: token };
  await call('POST', 'update-partner-webhook-endpoint', wanted, done);
};

const delivered = z.object({ event: z.object({ status: z.string() }) });

/** A test event is kept for 30 days. Any other event would stay in the history of the customer. */
const receiveEvent = async (stage: ProbedStage): Promise<void> => {
  const { call } = stage;
  await register(stage);
  const { event } = await call('POST', 'send-partner-webhook-test-event', { type: 'service.ping' }, withId);
  await until(
    stage,
    'the event was not delivered within a minute',
    () => call('GET', 'get-partner-webhook-test-event', { event_id: event.id }, delivered),
    (answer) => answer.event.status === 'delivered',
  );
};

const listed = z.object({ items: z.array(z.unknown()) });

const findReport = async (stage: ProbedStage, number: string): Promise<void> => {
  const { call, clock } = stage;
  const now = clock();
  const message = { message_id: `probe-${now}` };
  const report = { ...message, phone_number_id: number, status: 'delivered' };
  await call('POST', 'report-partner-message-status', report, done);
  await until(
    stage,
    'the search did not find the report within a minute',
    () => call('GET', 'search-partner-delivery-events', { ...message, date_from: isoOf(now - hour) }, listed),
    ({ items }) => items.length > 0,
  );
};

const line = { instance_key: 'probe' };

/** A link of its own for the line that is never connected. It revokes the previous one. */
const newLink = async ({ call }: ProbedStage): Promise<string> => {
  try {
    const ttl_hours = 0.25;
    return (await call('POST', 'create-connect-session', { ...line, ttl_hours }, withSession)).session.url;
  } catch (error) {
    if (!(error instanceof Error && error.cause === 'not_found')) throw error;
  }
  const { external_customer_id } = customer;
  return (await call('POST', 'create-customer-instance', { ...line, external_customer_id }, withSession)).session.url;
};

const requirePage = (what: string, { status, headers }: Response): void => {
  const isPage = headers.get('content-type')?.startsWith('text/html') === true;
  if (status !== 200 || !isPage) throw new Error(`${what} answered ${status}${isPage ? '' : ' without a page'}`);
};

const openConnectPage = async (stage: ProbedStage): Promise<void> => {
  const what = 'the connect page';
  requirePage(what, await fetchOf(what, new URL(await newLink(stage))));
};

/** As far as the page that asks for the e-mail address. */
const openSignIn = async (signIn: SignIn): Promise<void> => {
  const what = 'the sign-in page';
  const url = new URL(`${signIn.url}/oauth2/authorize`);
  url.search = new URLSearchParams({
    client_id: signIn.clientId,
    redirect_uri: signIn.portalUrl,
    response_type: 'code',
    scope: 'openid email',
    state: 'probe',
    code_challenge: createHash('sha256').update('probe').digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  const response = await fetchOf(what, url);
  requirePage(what, response);
  if (new URL(response.url).pathname !== '/login') throw new Error(`${what} led elsewhere`);
};

/** The parts of a stage, the calls first: the others need the customer. */
export const partsOf = (stage: ProbedStage): readonly Part[] => {
  const { access, signIn } = stage;
  const { phone_number_id: number } = access;
  return [
    ['calls', () => makeCall(stage)],
    ['events', () => receiveEvent(stage)],
    ...(number === undefined ? [] : [['search', () => findReport(stage, number)] as const]),
    ['connect', () => openConnectPage(stage)],
    ...(signIn === null ? [] : [['sign_in', () => openSignIn(signIn)] as const]),
  ];
};
