import type { Scene } from './scene.ts';

/** A call of the API. */
export interface Ask {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly given: Readonly<Record<string, unknown>>;
  /** An Idempotency-Key; none on queries. */
  readonly key?: string;
  /** The credential of another partner than the scene's own. */
  readonly bearer?: string;
}

/** A row of docs/access-patterns.md: a route in one of its cases. */
export interface Scenario<Needed extends Scene = Scene> {
  readonly route: string;
  /** The case, in a few words. */
  readonly about: string;
  /** The expected status, so that no refusal is measured by mistake. */
  readonly answers: number;
  /** Creates what the call needs. It is called before each measurement. */
  readonly prepare: (scene: Needed) => Promise<Ask>;
  /** A call that the warm environment answers before, when it caches more than callers. */
  readonly after?: (scene: Needed) => Promise<Ask>;
}
