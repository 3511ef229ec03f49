import { methodsOf, type Items, type ListName, type RouteName, type Routes } from './routes.ts';
import { sender, type ClientOptions } from './sender.ts';
import { wireOf } from './wire.ts';

type Parameters<Name extends RouteName> = Routes[Name]['parameters'];

export interface CallOptions<Name extends RouteName> {
  /** One of the route's methods; its first one when left out. */
  readonly method?: Routes[Name]['method'];
  /** Of the command; when left out, a new one is made and kept for every attempt. Of use when the caller itself may crash. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

export interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
  readonly requestId: string | null;
  /** Whether it is the answer to an earlier call with the same key. */
  readonly replayed: boolean;
}

export interface Client {
  /**
   * Calls a route. What the service asks to repeat, and what got no answer, is sent again with the same key.
   * @throws Refusal when the service refuses; ConnectionLost when no answer ever came
   */
  readonly call: <Name extends RouteName>(
    route: Name,
    parameters: Parameters<Name>,
    options?: CallOptions<Name>,
  ) => Promise<Answer<Routes[Name]['response']>>;
  /** The pages of a list, from `page` on. */
  readonly pages: <Name extends ListName>(
    route: Name,
    parameters: Parameters<Name>,
  ) => AsyncGenerator<Routes[Name]['response'], void>;
  /** The items of all pages. Lists are newest first: what is made meanwhile moves items on, so one may come twice. */
  readonly items: <Name extends ListName>(
    route: Name,
    parameters: Parameters<Name>,
  ) => AsyncGenerator<Items[Name], void>;
}

export const createClient = (options: ClientOptions): Client => {
  const send = sender(options);

  const call: Client['call'] = async <Name extends RouteName>(
    route: Name,
    parameters: Parameters<Name>,
    { method, idempotencyKey, signal }: CallOptions<Name> = {},
  ): Promise<Answer<Routes[Name]['response']>> => {
    const chosen: string = method ?? methodsOf[route][0];
    const key = chosen === 'GET' ? null : (idempotencyKey ?? crypto.randomUUID());
    const { response, text } = await send(route, wireOf(options.apiUrl, chosen, { route, ...parameters }, key), signal);
    return {
      status: response.status,
      // What the service answers is what its description says: every call of its test suite is checked for that.
      body: JSON.parse(text) as Routes[Name]['response'],
      requestId: response.headers.get('x-request-id'),
      replayed: response.headers.get('idempotent-replayed') === 'true',
    };
  };

  const pages: Client['pages'] = async function* (route, parameters) {
    for (let page = parameters.page ?? 1; ; page += 1) {
      const { body } = await call(route, { ...parameters, page });
      yield body;
      if (page >= body.pages) return;
    }
  };

  const items: Client['items'] = async function* <Name extends ListName>(
    route: Name,
    parameters: Parameters<Name>,
  ): AsyncGenerator<Items[Name], void> {
    for await (const page of pages(route, parameters)) yield* page.items as readonly Items[Name][];
  };

  return { call, pages, items };
};
