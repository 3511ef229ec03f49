import type { Answer, Client } from '../../../packages/client/src/client.ts';
import type { RouteName, Routes } from '../../../packages/client/src/routes.ts';

export type Call = Client['call'];

export type Begin = <Name extends RouteName>(
  route: Name,
  parameters: Routes[Name]['parameters'],
) => Promise<Answer<Routes[Name]['response']>>;

interface BegunCalls {
  /** Calls a route before anybody asks for it. */
  readonly begin: Begin;
  /** Gives the answer of the same call that was begun, once, or calls the route. A command makes begun calls void. */
  readonly call: Call;
}

type Begun = { [Name in RouteName]?: Map<string, Promise<Answer<Routes[Name]['response']>>> };

/** Milliseconds after which an unused answer is too old. */
const keptFor = 10_000;

const nameOf = (parameters: object): string => JSON.stringify(Object.entries(parameters).toSorted());

/** Calls that begin while the files of the pages are loaded, so that the pages find their answers. */
export const beginningCalls = (call: Call): BegunCalls => {
  let begun: Begun = {};

  /** After a command, an answer from before it is the wrong one. */
  const command: Call = async (route, parameters, options) => {
    try {
      return await call(route, parameters, options);
    } finally {
      begun = {};
    }
  };

  return {
    begin: (route, parameters) => {
      const answer = call(route, parameters);
      const ofRoute = (begun[route] ??= new Map());
      const name = nameOf(parameters);
      ofRoute.set(name, answer);
      const forget = (): void => {
        setTimeout(() => ofRoute.delete(name), keptFor);
      };
      // A failure is the one's who asks for it.
      answer.then(forget, forget);
      return answer;
    },
    call: (route, parameters, options) => {
      if (options?.idempotencyKey !== undefined) return command(route, parameters, options);
      const ofRoute = begun[route];
      const name = nameOf(parameters);
      const answer = ofRoute?.get(name);
      if (answer === undefined) return call(route, parameters, options);
      ofRoute?.delete(name);
      return answer;
    },
  };
};
