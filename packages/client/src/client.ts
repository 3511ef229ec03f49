import { requestIdOf } from './answered.ts';
import { methodsOf, readByCursor, type Items, type ListName, type RouteName, type Routes } from './routes.ts';
import {
  checkHeader,
  checkLimits,
  checkOptions,
  checkPartner,
  type ClientOptions,
  type SendOptions,
} from './options.ts';
import { sender } from './sender.ts';
import { wireOf } from './wire.ts';

type Parameters<Name extends RouteName> = Routes[Name]['parameters'];

export interface CallOptions<Name extends RouteName> extends SendOptions {
  /** One of the route's methods. Default: its first method. */
  readonly method?: Routes[Name]['method'];
  /** The key of the command. Default: a new key, used for every attempt. Set it when your program must repeat the call after a crash. */
  readonly idempotencyKey?: string;
}

export interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
  readonly headers: Headers;
  readonly requestId: string | null;
  readonly route: RouteName;
  /** The key of the command; null for a query. */
  readonly idempotencyKey: string | null;
  /** Whether it is the stored response of an earlier call with the same key. */
  readonly replayed: boolean;
}

export interface Client {
  /**
   * Calls a route. After a transient error or without an answer, the call is sent again with the same key, unless its answer
   * has a secret that is shown once. Redirects are not followed.
   * @throws Refusal when the service refuses the call; ConnectionLost when no attempt got an answer
   */
  readonly call: <Name extends RouteName>(
    route: Name,
    parameters: Parameters<Name>,
    options?: CallOptions<Name>,
  ) => Promise<Answer<Routes[Name]['response']>>;
  /**
   * The pages of a list. Customers, instances, events, delivery events and notifications are read by cursor, so that changes meanwhile
   * make no item come twice, and none be left out that the list has all the time. Other lists, and those with a `page`, are read by
   * number: a new item shifts the others.
   */
  readonly pages: <Name extends ListName>(
    route: Name,
    parameters: Parameters<Name>,
    options?: SendOptions,
  ) => AsyncGenerator<Routes[Name]['response'], void>;
  /** The items of all pages. */
  readonly items: <Name extends ListName>(
    route: Name,
    parameters: Parameters<Name>,
    options?: SendOptions,
  ) => AsyncGenerator<Items[Name], void>;
}

/** Where a walk begins or goes on. */
const cursorOf = (parameters: object): string =>
  'cursor' in parameters && typeof parameters.cursor === 'string' ? parameters.cursor : '';

/** Undefined: the answer is a page by number. */
const nextOf = (body: object): string | null | undefined => {
  const next: unknown = Reflect.get(body, 'next_cursor');
  return next === null || typeof next === 'string' ? next : undefined;
};

/** The number of pages, as far as it is known on one of them. */
const pagesUntil = (
  page: number,
  next: string | null,
  body: { readonly total: number; readonly page_size: number },
): number => (next === null ? page : Math.max(page + 1, Math.ceil(body.total / body.page_size)));

/** Reads lists with a function that calls a route. */
export const listReader = (call: Client['call']): Pick<Client, 'pages' | 'items'> => {
  const pages: Client['pages'] = async function* (route, parameters, own) {
    const isByCursor = readByCursor.has(route) && parameters.page === undefined;
    let cursor = isByCursor ? cursorOf(parameters) : null;
    for (let page = parameters.page ?? 1; ; page += 1) {
      const { body } = await call(route, { ...parameters, ...(cursor === null ? { page } : { cursor }) }, own);
      // A service of an earlier version knows no cursors, and answers with a page.
      const next = cursor === null ? undefined : nextOf(body);
      yield next === undefined ? body : { ...body, page, pages: pagesUntil(page, next, body) };
      if (next === undefined ? page >= body.pages : next === null) return;
      cursor = next ?? null;
    }
  };

  const items: Client['items'] = async function* <Name extends ListName>(
    route: Name,
    parameters: Parameters<Name>,
    own?: SendOptions,
  ): AsyncGenerator<Items[Name], void> {
    for await (const page of pages(route, parameters, own)) yield* page.items as readonly Items[Name][];
  };

  return { pages, items };
};

/** @throws TypeError when an option can't be right: plain http to another machine, an empty key */
export const createClient = (options: ClientOptions): Client => {
  checkOptions(options);
  const send = sender(options);

  const call: Client['call'] = async <Name extends RouteName>(
    route: Name,
    parameters: Parameters<Name>,
    { method, idempotencyKey, ...own }: CallOptions<Name> = {},
  ): Promise<Answer<Routes[Name]['response']>> => {
    const chosen: string = method ?? methodsOf[route][0];
    const key = chosen === 'GET' ? null : (idempotencyKey ?? crypto.randomUUID());
    if (key !== null) checkHeader('idempotencyKey', key);
    const partnerId = own.partnerId ?? options.partnerId;
    checkPartner(partnerId);
    checkLimits(own);
    const asked = { route, method: chosen, parameters, idempotencyKey: key, partnerId };
    const { response, text } = await send(wireOf(options.apiUrl, asked), own);
    return {
      status: response.status,
      route,
      idempotencyKey: key,
      // The tests of the service check every answer against its OpenAPI description.
      body: JSON.parse(text) as Routes[Name]['response'],
      headers: response.headers,
      requestId: requestIdOf(response.headers),
      replayed: response.headers.get('idempotent-replayed') === 'true',
    };
  };

  return { call, ...listReader(call) };
};
