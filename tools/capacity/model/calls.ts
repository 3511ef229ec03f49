import { rateLimits, type RateClass, type RateLimit } from '../../../lambdas/domain/rate.ts';
import { partedLimit } from '../../../lambdas/domain/rate-parts.ts';
import { remembering } from '../../../lambdas/store/partners/caller-cache.ts';
import { production } from '../../../lib/stages.ts';
import { assumptions } from '../assumptions.ts';
import { sizesOf, type Cast } from '../replay/cast.ts';
import type { Route } from '../replay/operations.ts';
import type { Process } from './engine.ts';
import { Door } from './door.ts';
import { Environments } from './environments.ts';
import { RateLeases } from './rate-leases.ts';
import { Tally } from './tally.ts';
import type { World } from './world.ts';

export interface CallOptions {
  readonly rateClass: RateClass;
  /** The factor of a partner's rate limits. */
  readonly rateScale?: number;
  /** Whether the counted operation comes after the call. */
  readonly isUncounted?: boolean;
}

/** The cache of an environment: the service's own cache of callers, in virtual time. */
interface Memory {
  /** Adds the id to the cache. @returns whether it was in the cache */
  readonly knows: (id: string) => boolean;
}

const memoryOf = (world: World): Memory => {
  let isRead = false;
  const look = remembering(
    () => world.time,
    () => {
      isRead = true;
      return Promise.resolve('');
    },
  );
  return {
    knows: (id) => {
      isRead = false;
      void look(id);
      return !isRead;
    },
  };
};

/** Calls of partners, from API Gateway to the answer. */
export class Calls {
  readonly #world: World;
  readonly #door: Door;
  readonly #environments: Environments;
  readonly #limit: RateLimit;
  readonly #leases: RateLeases;
  readonly #tally: Tally;
  readonly #memories: Memory[] = [];

  /** @param rate the expected rate; environments for it are started before */
  constructor(world: World, { rateClass, rateScale = 1, isUncounted = false }: CallOptions, rate: number) {
    const { engine, limits, deployment, random, scale } = world;
    this.#world = world;
    this.#tally = isUncounted ? new Tally(engine) : world.tally;
    this.#door = world.watched(new Door(engine, deployment, limits));
    const environments = new Environments(engine, 'dispatcher', deployment.dispatchers, limits, random);
    this.#environments = world.watched(environments);
    environments.warm(Math.ceil(((rate * scale) / limits.environmentRequests) * 1.2));
    this.#limit = rateLimits(production.rateScale * rateScale)[rateClass];
    this.#leases = new RateLeases(this.#limit);
  }

  /** @param partner its number. @returns whether the call was served */
  *call(route: Route, cast: Cast, partner: number): Process<boolean> {
    const { engine } = this.#world;
    const tally = this.#tally;
    const began = engine.now;
    tally.offer();
    const environment = this.#door.admits() ? this.#environments.take() : null;
    const isServed = environment !== null && (yield* this.#serve(route, cast, partner, environment));
    if (isServed && engine.now - began <= assumptions.retryPolicy) tally.serve(engine.now - began);
    else tally.refuse();
    return isServed;
  }

  *#serve(
    route: Route,
    cast: Cast,
    partner: number,
    { id, start }: { readonly id: number; readonly start: number },
  ): Process<boolean> {
    const world = this.#world;
    const began = world.engine.now;
    yield start + world.callTime;
    const isServed = yield* this.#carryOut(route, cast, partner, id);
    this.#environments.leave(id, began);
    return isServed;
  }

  /** A high limit of a large partner is in parts, each of a partition of its own. */
  #bucketOf(cast: Cast): Cast {
    const { parts } = partedLimit(this.#limit, sizesOf(cast), this.#world.time);
    if (parts === 1) return cast;
    return { ...cast, partner: `${cast.partner}#${Math.floor(this.#world.random() * parts)}` };
  }

  *#carryOut(route: Route, cast: Cast, partner: number, environment: number): Process<boolean> {
    const world = this.#world;
    const memory = (this.#memories[environment] ??= memoryOf(world));
    if (!memory.knows('stage') && (yield* world.run(route.stage, cast)) !== 'done') return false;
    const token = this.#leases.take(environment, partner, world.time);
    if (token === 'refused') return false;
    if (token === 'lease' && (yield* world.run(route.lease, this.#bucketOf(cast))) !== 'done') return false;
    const operation = memory.knows(cast.partner) ? route.known : route.unknown;
    return (yield* world.run(operation, cast)) === 'done';
  }
}
