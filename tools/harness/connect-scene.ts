import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Answer } from '../../lambdas/connect/answer.ts';
import type { ConnectDeps } from '../../lambdas/connect/connect-deps.ts';
import { resumeSession } from '../../lambdas/connect/resume-session.ts';
import type { ConnectSite } from '../../lambdas/connect/connect-site.ts';
import { answer } from '../../lambdas/connect/site.ts';
import type { SessionMode } from '../../lambdas/domain/connect-session.ts';
import type { Launch } from '../../lambdas/domain/sign-up.ts';
import { windowExtras } from '../../lambdas/platform/sign-up.ts';
import type { HistoryEntry } from '../../lambdas/domain/history.ts';
import { newId, systemRetryPolicy } from '../../lambdas/runtime/clock.ts';
import { begunBy, logger } from '../../lambdas/runtime/logger.ts';
import { runWork } from '../../lambdas/runtime/run-work.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import { readSession, type SessionRecord } from '../../lambdas/store/instances/connect-sessions.ts';
import { historyPage } from '../../lambdas/store/customers/history.ts';
import { findCustomer } from '../../lambdas/store/customers/customers.ts';
import { readInstance, type InstanceRecord } from '../../lambdas/store/instances/instances.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import { verifyTokenContext, webhookEndpointClause } from '../../lambdas/store/webhooks/webhook-endpoints.ts';
import { dueHints } from './due-hints.ts';
import { eventOf, proofOf, type Proof } from './connect-request.ts';
import { startService, type Reply, type TestService } from './service.ts';
import { testVault } from './test-vault.ts';
import { app, baseUrl, type Scenery } from './connect-scenery.ts';
import { noDeadline } from './no-deadline.ts';

/** An instance with its link. */
export interface Link {
  readonly instanceId: string;
  readonly sessionId: string;
  readonly token: string;
  /** Of the call that made it. */
  readonly requestId: string;
}

const Session = z.object({ session: z.object({ id: z.string(), url: z.string() }) });
const Customer = z.object({ customer: z.object({ customer_id: z.string() }) });
const Instance = z.object({ instance: z.object({ id: z.string() }) });

/** A sign-up that a browser has started. */
export interface Begun {
  readonly state: string;
  readonly cookies: readonly string[];
}

type FormPlace = 'start' | 'cancel' | 'choose' | 'pin' | 'finish';

let partners = 0;

/** The part of a scenery that connections need. */
export type Surroundings = Pick<Scenery, 'signUp' | 'state'> & {
  readonly platform: Pick<Scenery['platform'], 'dialogUrl' | 'sdkUrl'>;
};

/** A partner with a customer, whose instances are connected at the scenery's simulator. */
export class Scene<S extends Surroundings = Scenery> {
  readonly scenery: S;
  readonly service: TestService;
  readonly deps: ConnectDeps;
  readonly logLines: string[] = [];
  readonly customerId: string;
  readonly endpointUrl: string;
  /** How the stage's end customers sign up. */
  launch: Launch = 'dialog';
  #lines = 0;
  /** By the token of the link: the cookie and state of the browser that started the latest sign-up. */
  readonly #signUps = new Map<string, Begun>();
  /** By the token of the link. */
  readonly #proofs = new Map<string, Proof>();

  constructor(scenery: S, service: TestService, deps: ConnectDeps, customerId: string, endpointUrl: string) {
    this.scenery = scenery;
    this.service = service;
    this.deps = deps;
    this.customerId = customerId;
    this.endpointUrl = endpointUrl;
  }

  get partnerId(): string {
    return this.service.partner.partnerId;
  }

  site(deps: ConnectDeps = this.deps): ConnectSite {
    const log = logger((line) => this.logLines.push(line), {});
    return {
      deps,
      baseUrl,
      ownHost: false,
      dialogUrl: this.scenery.platform.dialogUrl,
      script: { url: this.scenery.platform.sdkUrl, version: 'v26.0' },
      signUp: { appId: app.id, configId: app.configId, launch: this.launch, coexistence: 'on' },
      maintenance: false,
      randomBytes,
      log,
      begunBy,
    };
  }

  /** Makes a request of a browser. */
  visit(
    method: string,
    path: string,
    query: Record<string, string> = {},
    deps = this.deps,
    cookies: readonly string[] = [],
  ): Promise<Answer> {
    return answer(this.site(deps), eventOf(method, path, query, cookies));
  }

  /** Opens the page of a link. The browser keeps what its forms need. */
  async open({ token }: Link): Promise<Answer> {
    const page = await this.visit('GET', `/connect/${token}`);
    const proof = proofOf(page);
    if (proof !== null) this.#proofs.set(token, proof);
    return page;
  }

  /** Sends a form of the link's page, which the browser opens first. A page without forms leaves the earlier one open. */
  async press(link: Link, place: FormPlace, fields: Record<string, string> = {}, deps = this.deps): Promise<Answer> {
    await this.open(link);
    return this.sendForm(link, place, fields, deps);
  }

  /** Sends a form of the page of a link that the browser opened. */
  sendForm(link: Link, place: FormPlace, fields: Record<string, string> = {}, deps = this.deps): Promise<Answer> {
    const proof = this.#proofs.get(link.token);
    if (proof === undefined) throw new Error('the link never had a page with forms');
    const path = `/connect/${link.token}/${place}`;
    return answer(this.site(deps), eventOf('POST', path, {}, [proof.cookie], { ...fields, proof: proof.value }));
  }

  async command(route: string, body: Record<string, unknown>): Promise<Reply> {
    const reply = await this.service.call('POST', { body: { route, ...body } });
    if (reply.status >= 400) throw new Error(`${route}: ${reply.text}`);
    return reply;
  }

  /** Creates an instance with its link. */
  async newInstance(urls: Record<string, string> = {}): Promise<Link> {
    this.#lines += 1;
    const made = await this.command('create-customer-instance', {
      partner_customer_id: this.customerId,
      instance_key: `line-${this.#lines}`,
      instance_name: 'Label of the partner',
      ...urls,
    });
    return this.#link(Instance.parse(made.body).instance.id, made);
  }

  /** Creates another link for an instance. */
  async invite(instanceId: string, mode: SessionMode, more: Record<string, unknown> = {}): Promise<Link> {
    return this.#link(
      instanceId,
      await this.command('create-connect-session', { instance_id: instanceId, mode, ...more }),
    );
  }

  #link(instanceId: string, { body, headers }: Reply): Link {
    const { session } = Session.parse(body);
    const token = session.url.split('/').at(-1) ?? '';
    return { instanceId, sessionId: session.id, token, requestId: String(headers['x-request-id']) };
  }

  /** Signs up at the platform. @returns the code of the redirect */
  async signUp(link: Link, choice: Record<string, string> = {}): Promise<string> {
    const started = await this.press(link, 'start');
    const dialog = new URL(String(started.headers?.['location']));
    const cookies = (started.cookies ?? []).map((cookie) => cookie.split(';')[0] ?? '');
    this.#signUps.set(link.token, { state: dialog.searchParams.get('state') ?? '', cookies });
    for (const [name, value] of Object.entries({ auto: '1', ...choice })) dialog.searchParams.set(name, value);
    const back = await this.scenery.signUp(dialog);
    return back.searchParams.get('code') ?? '';
  }

  /** Signs up in a window of the platform's script. @returns what the script gives to the page */
  async signUpInWindow(choice: Record<string, string> = {}): Promise<{ readonly code: string; readonly info: string }> {
    const dialog = new URL(this.scenery.platform.dialogUrl);
    const asked = {
      client_id: app.id,
      config_id: app.configId,
      response_type: 'code',
      override_default_response_type: 'true',
      extras: JSON.stringify(windowExtras({ appId: app.id, configId: app.configId, launch: 'sdk', coexistence: 'on' })),
      sdk: 'joey',
      origin: baseUrl,
      cb: 'f1',
      auto: '1',
    };
    for (const [name, value] of Object.entries({ ...asked, ...choice })) dialog.searchParams.set(name, value);
    const page = await (await fetch(dialog)).text();
    const messages = z.array(z.string()).parse(JSON.parse(/const messages = (\[.*\]);/.exec(page)?.[1] ?? '[]'));
    const login = messages.find((message) => !message.startsWith('{'));
    const info = messages.find((message) => message.startsWith('{')) ?? '';
    return { code: new URLSearchParams(login).get('code') ?? '', info };
  }

  /** The latest sign-up of a link. */
  begun({ token }: Link): Begun {
    const begun = this.#signUps.get(token);
    if (begun === undefined) throw new Error('no sign-up was started for this link');
    return begun;
  }

  /** The browser that started the sign-up returns from the platform. */
  comeBack(link: Link, code: string, deps = this.deps): Promise<Answer> {
    const { state, cookies } = this.begun(link);
    return this.visit('GET', '/connect/callback', { code, state }, deps, cookies);
  }

  async connect(link: Link, choice: Record<string, string> = {}): Promise<Answer> {
    return this.comeBack(link, await this.signUp(link, choice));
  }

  resume(link: Link, deps = this.deps): Promise<void> {
    const key = keys.connectSession(this.partnerId, link.instanceId, link.sessionId);
    return runWork({ connection: (work, begunBy) => resumeSession(deps, work, begunBy) }, key);
  }

  /** Whether the sweep finds the session. */
  async isDue(link: Link): Promise<boolean> {
    const wanted = keys.connectSession(this.partnerId, link.instanceId, link.sessionId);
    const hints = await dueHints(this.deps.table, 'lifecycle', this.deps.clock());
    return hints.some(({ pk, sk }) => pk === wanted.pk && sk === wanted.sk);
  }

  async session(link: Link): Promise<SessionRecord> {
    const record = await readSession(this.deps.table, this.partnerId, link.instanceId, link.sessionId);
    if (record === null) throw new Error('no such session');
    return record;
  }

  async instance({ instanceId }: Link): Promise<InstanceRecord> {
    const record = await readInstance(this.deps.table, this.partnerId, instanceId);
    if (record === null) throw new Error('no such line');
    return record;
  }

  /** The history entries about the instance's connections, the latest first. */
  async connections({ instanceId }: Link): Promise<readonly HistoryEntry[]> {
    const { table } = this.deps;
    const customer = await findCustomer(table, this.partnerId, { customerId: this.customerId }, null);
    const request = { page: 1, pageSize: 200 };
    const page = await historyPage(table, this.partnerId, this.customerId, customer?.historyCount ?? 0, request);
    return page.items.filter(
      ({ event, related }) => event === 'instance_connected' && related.instance_id === instanceId,
    );
  }

  /** How often the instance was connected, by the customer's history. */
  async timesConnected(link: Link): Promise<number> {
    return (await this.connections(link)).length;
  }

  /** The callback that the platform has for the number. */
  async callbackOf(number: string): Promise<string | null> {
    const { numbers } = await this.scenery.state();
    return numbers.find(({ id }) => id === number)?.webhook_configuration['phone_number'] ?? null;
  }
}

/** @param hasEndpoint whether the partner has an endpoint that answers the handshake */
export const newScene = async (scenery: Scenery, hasEndpoint = true): Promise<Scene> => {
  const { table, clock, receiver, client } = scenery;
  const vault = testVault();
  const service = await startService(table, { clock: clock.now, rateScale: 1_000, platform: client, vault });
  const { partnerId } = service.partner;
  partners += 1;
  const endpointUrl = receiver.receiverUrl(partners);
  if (hasEndpoint) {
    const id = newId(clock.now());
    const verifyToken = `verify-${partners}`;
    receiver.setVerifyToken(partners, verifyToken);
    const endpoint = {
      id,
      name: 'Endpoint',
      url: endpointUrl,
      is_primary: true,
      sealed_verify_token: await vault.seal(verifyToken, verifyTokenContext(partnerId, id)),
      migration_id: newId(clock.now()),
      revision: 1,
      updated_at: new Date(clock.now()).toISOString(),
      relay: null,
    };
    await commit(table, [webhookEndpointClause(table, partnerId, endpoint)]);
  }
  const made = await service.call('POST', {
    body: { route: 'upsert-partner-customer', external_customer_id: 'C-1', customer_name: 'Secret Acme' },
  });
  const { customer } = Customer.parse(made.body);
  const deps: ConnectDeps = {
    table,
    retryPolicy: systemRetryPolicy,
    clock: clock.now,
    newId,
    vault,
    platform: client,
    deadline: noDeadline,
    app: () => Promise.resolve(app),
    terms: { withHistory: false, region: null },
    reportIncident: () => undefined,
  };
  return new Scene(scenery, service, deps, customer.customer_id, endpointUrl);
};
