import type { SealContext, Vault } from '../../../lambdas/domain/vault.ts';
import { Lru } from '../../../lambdas/kernel/lru.ts';
import { rememberingVault } from '../../../lambdas/runtime/remembering-vault.ts';
import { secretContext } from '../../../lambdas/store/webhooks/webhook-secrets.ts';
import { assumptions } from '../assumptions.ts';
import { Bucket } from './bucket.ts';
import type { Process } from './engine.ts';
import type { Resource, ResourceReport } from './resource.ts';
import type { World } from './world.ts';

/** The cache of a worker: the service's own vault, in virtual time. */
interface Memory {
  readonly knows: (sealed: string, context: SealContext) => boolean;
}

const memory = (): Memory => {
  let isAsked = false;
  const kms: Vault = {
    seal: () => Promise.resolve(''),
    open: () => {
      isAsked = true;
      return Promise.resolve('');
    },
  };
  const vault = rememberingVault(kms);
  return {
    knows: (sealed, context) => {
      isAsked = false;
      void vault.open(sealed, context);
      return !isAsked;
    },
  };
};

/** The most endpoints of which an environment caches the last answer: lambdas/functions/wiring/event-work.ts. */
const mostEndpoints = 20_000;

/** An environment of the workers. */
export interface Worker extends Memory {
  /** The times of the last answers of endpoints, by partner. */
  readonly answers: Lru<number>;
  readonly leave: () => void;
}

/** The secrets that workers sign with. KMS decrypts each, and the worker's environment caches it. */
export class Secrets implements Resource {
  readonly #world: World;
  readonly #requests: Bucket;
  readonly #free: Worker[] = [];
  #asked = 0;

  constructor(world: World) {
    this.#world = world;
    this.#requests = new Bucket(world.limits.keyRequests);
  }

  /** A random free environment for a batch. */
  worker(): Worker {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    const made: Worker = {
      ...memory(),
      answers: new Lru(mostEndpoints),
      leave: () => {
        this.#free.push(made);
      },
    };
    return made;
  }

  *open(worker: Worker, partnerId: string): Process {
    this.#asked += 1;
    if (worker.knows(partnerId, secretContext(partnerId))) return;
    while (!this.#requests.hasRoom(this.#world.engine.now)) {
      this.#requests.refused += 1;
      yield 50;
    }
    this.#requests.take(1);
    yield assumptions.keyTime;
  }

  /** KMS requests for each event. */
  get share(): number {
    return this.#asked === 0 ? 0 : this.#requests.used / this.#asked;
  }

  beginCount(): void {
    this.#requests.beginCount();
    this.#asked = 0;
  }

  report(seconds: number): readonly ResourceReport[] {
    const { used, rate, refused } = this.#requests;
    return [{ name: 'KMS', load: used / rate / seconds, refused }];
  }
}
