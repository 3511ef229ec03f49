import { randomUUID } from 'node:crypto';
import type { Ask } from '../../access-patterns/scenario.ts';
import type { Play } from '../play.ts';
import type { Stage } from '../stage.ts';

export type Given = Readonly<Record<string, unknown>>;

/** The parameters of a call without any. */
export const nothing = (): Promise<Given> => Promise.resolve({});

/** The bearer, which is known after the preparation. */
type Bearer = () => string;

interface CallPlayOptions {
  /** Default: the partner. */
  readonly as?: 'member' | Bearer;
  /** Who repeats a call without an answer. Default: the client, with the same idempotency key. */
  readonly again?: 'nobody';
}

const asking: ReadonlySet<string> = new Set([
  'validate-partner-webhook-endpoint',
  'update-partner-webhook-endpoint',
  'update-partner-connect-page',
]);

/** Whether a route calls the endpoint, or another address of the partner's choice. */
export const asksEndpoint = (route: string): boolean => asking.has(route);

/** A play of one call. Commands have an idempotency key. */
export const callPlay = (
  method: Ask['method'],
  name: string,
  about: string,
  given: (stage: Stage) => Promise<Given>,
  { as, again }: CallPlayOptions = {},
): Play => ({
  name,
  about,
  prepare: async (stage) => {
    const ask: Ask = {
      method,
      given: await given(stage),
      ...(method !== 'GET' && { key: randomUUID() }),
      ...(as !== undefined && { bearer: as === 'member' ? stage.member : as() }),
    };
    return {
      again: again ?? 'client',
      asksEndpoint: asksEndpoint(name),
      expected: '2',
      act: (it) => stage.call(it, name, ask),
    };
  },
});
