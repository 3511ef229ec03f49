import { methodsOf, type Items, type ListName, type RouteName, type Routes } from './routes.ts';
import { sender, type ClientOptions } from './sender.ts';
import { wireOf } from './wire.ts';

type Parameters<Name extends RouteName> = Routes[Name]['parameters'];

export interface CallOptions<Name extends RouteName> {
  /** One of the route's methods. Default: its first method. */
  readonly method?: Routes[Name]['method'];
  /** The key of the command. Default: a new key, used for every attempt. Set it when your program must repeat the call after a crash. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

export interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
  readonly requestId: string | null;
  /** Whether it is the stored response of an earlier call with the same key. */
  readonly replayed: boolean;
}

export interface Client {
  /**
   * Calls a route. After a transient error or without an answer, the call is sent again with the same key.
   * @throws Refusal when the service refuses the call; ConnectionLost when no attempt got an answer
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
  /** The items of all pages. Lists are newest first, so a new item shifts the others, and one may come twice. */
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
      // The tests of the service check every answer against its OpenAPI description.
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
