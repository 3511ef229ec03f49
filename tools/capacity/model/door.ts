import type { Limits } from '../quotas.ts';
import { Bucket } from './bucket.ts';
import type { Engine } from './engine.ts';
import type { Resource, ResourceReport } from './resource.ts';

/** API Gateway: the throttle of the stage within the quota of the account. */
export class Door implements Resource {
  readonly #engine: Engine;
  readonly #stage: Bucket;
  readonly #account: Bucket;

  constructor(engine: Engine, stage: { readonly requestsPerSecond: number; readonly burst: number }, limits: Limits) {
    this.#engine = engine;
    this.#stage = new Bucket(stage.requestsPerSecond, stage.burst);
    this.#account = new Bucket(limits.gatewayRequests);
  }

  admits(): boolean {
    const { now } = this.#engine;
    for (const bucket of [this.#stage, this.#account]) {
      if (bucket.hasRoom(now)) continue;
      bucket.refused += 1;
      return false;
    }
    this.#stage.take(1);
    this.#account.take(1);
    return true;
  }

  beginCount(): void {
    this.#stage.beginCount();
    this.#account.beginCount();
  }

  report(seconds: number): readonly ResourceReport[] {
    const of = (name: string, { used, rate, refused }: Bucket): ResourceReport => ({
      name,
      load: used / rate / seconds,
      refused,
    });
    return [of('throttle of the stage', this.#stage), of('API Gateway of the account', this.#account)];
  }
}
