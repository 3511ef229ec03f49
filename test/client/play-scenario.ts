import { z } from 'zod';
import { createClient, type Client } from '../../packages/client/src/client.ts';
import { Refusal } from '../../packages/client/src/refusal.ts';
import { methodsOf, type ListName, type RouteName, type Routes } from '../../packages/client/src/routes.ts';
import { NotVerified, verifyEvent } from '../../packages/client/src/webhook.ts';
import type { Received } from '../../tools/harness/whole-stack.ts';
import { filled, named, steps, valueAt, type Findings, type Saved, type Step } from './scenario.ts';

/** A partner of a running stack. */
export interface Surroundings {
  readonly apiUrl: string;
  readonly apikey: string;
  readonly token: string;
  readonly secret: string;
  /** Unique to the client that plays. */
  readonly run: string;
  /** Requests that the partner's endpoint received. */
  readonly received: () => Promise<readonly Received[]>;
  readonly until: <T>(ask: () => Promise<T>, wanted: (found: T) => boolean) => Promise<T>;
}

type Of<Key extends string> = Extract<Step, Readonly<Record<Key, unknown>>>;

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
// The service checks the parameters; a wrong one is a finding that is not expected.
const parametersOf = z.custom<Routes[RouteName]['parameters']>(isObject);
const listParametersOf = z.custom<Routes[ListName]['parameters']>(isObject);
const routeOf = z.custom<RouteName>((name) => typeof name === 'string' && name in methodsOf);
const listOf = z.custom<ListName>((name) => routeOf.safeParse(name).success);

interface Scene {
  readonly surroundings: Surroundings;
  readonly client: Client;
  saved: Saved;
}

/** What came of a call, by the names that both clients have. */
const outcomeOf = async (scene: Scene, { call, key, parameters }: Of<'call'>, n: number): Promise<unknown> => {
  const saved = { ...scene.saved, n: String(n) };
  const options = key === undefined ? {} : { idempotencyKey: String(filled(key, saved)) };
  try {
    return await scene.client.call(routeOf.parse(call), parametersOf.parse(filled(parameters, saved)), options);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
};

const found = (places: readonly string[], value: unknown, saved: Saved): Findings[string] =>
  Object.fromEntries(places.map((place) => [place, named(valueAt(value, place), saved)]));

const playCall = async (scene: Scene, step: Of<'call'>): Promise<Findings[string]> => {
  const outcome = await outcomeOf(scene, step, 1);
  for (const [name, place] of Object.entries(step.save)) {
    scene.saved = { ...scene.saved, [name]: String(valueAt(outcome, place)) };
  }
  const first = found(step.find, outcome, scene.saved);
  for (let n = 2; n <= step.repeat; n += 1) {
    const next = found(step.find, await outcomeOf(scene, step, n), scene.saved);
    if (JSON.stringify(next) !== JSON.stringify(first)) return { [`call ${n}`]: next };
  }
  return first;
};

const playItems = async ({ client, saved }: Scene, step: Of<'items'>): Promise<Findings[string]> => {
  const all: unknown[] = [];
  const parameters = listParametersOf.parse(filled(step.parameters, saved));
  for await (const item of client.items(listOf.parse(step.items), parameters)) all.push(valueAt(item, step.by));
  const distinct = new Set(all).size;
  return { count: all.length, distinct, first: named(all[0], saved), last: named(all.at(-1), saved) };
};

const eventIn = z.object({
  type: z.string(),
  sequence: z.number().optional(),
  data: z.object({ customer: z.object({ customer_id: z.string() }).optional() }),
});

const playWebhook = async ({ surroundings, saved }: Scene, step: Of<'webhook'>): Promise<Findings[string]> => {
  const isWanted = ({ body }: Received): boolean => {
    const { data } = eventIn.safeParse(JSON.parse(body));
    const isCustomer = data?.data.customer?.customer_id === saved['customer_id'];
    return isCustomer && data?.type === step.webhook && data.sequence === step.sequence;
  };
  const all = await surroundings.until(surroundings.received, (requests) => requests.some(isWanted));
  const request = all.find(isWanted);
  if (request === undefined) throw new Error('the event is gone');
  const changed = { ...request, body: request.body.replace('"sequence":', '"sequence": ') };
  const { secret } = surroundings;
  const refused = await verifyEvent(changed, { secret }).catch((error: unknown) => error instanceof NotVerified);
  return {
    refused_when_changed: refused,
    ...found(step.find, await verifyEvent(request, { secret }), saved),
  };
};

const playLimit = async ({ surroundings, saved }: Scene, step: Of<'limit'>): Promise<Findings[string]> => {
  const waits: number[] = [];
  const wait = (time: number): Promise<unknown> => Promise.resolve(waits.push(time));
  const client = createClient({ ...surroundings, retry: { attempts: 2 }, wait });
  for (let count = 0; count < step.most; count += 1) {
    try {
      await client.call(routeOf.parse(step.limit), parametersOf.parse(filled(step.parameters, saved)));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.status !== 429) continue;
      const { status, code, retryAfter } = error;
      const [waited = 0] = waits;
      const asked = retryAfter ?? Infinity;
      return { status, code, has_retry_after: asked > 0 && asked < Infinity, waited_as_asked: waited >= asked };
    }
  }
  return { refused: false };
};

const play = (scene: Scene, step: Step): Promise<Findings[string]> => {
  if ('call' in step) return playCall(scene, step);
  if ('items' in step) return playItems(scene, step);
  return 'webhook' in step ? playWebhook(scene, step) : playLimit(scene, step);
};

/** Plays the scenario with the client for TypeScript. */
export const playScenario = async (surroundings: Surroundings): Promise<Findings> => {
  const scene: Scene = { surroundings, client: createClient(surroundings), saved: { run: surroundings.run } };
  const all: Record<string, Findings[string]> = {};
  for (const step of steps) all[step.name] = await play(scene, step);
  return all;
};
