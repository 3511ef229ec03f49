import type { Scene } from './scene.ts';

/** One call, as it is asked. */
export interface Ask {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly given: Readonly<Record<string, unknown>>;
  /** An Idempotency-Key; none on queries. */
  readonly key?: string;
  /** Of another partner than the scene's own. */
  readonly bearer?: string;
}

/** A row of docs/access-patterns.md: a route in one of its cases. */
export interface Scenario<Needed extends Scene = Scene> {
  readonly route: string;
  /** What is the case, in a few words. */
  readonly about: string;
  /** The status it must answer with, so that no refusal is measured in its stead. */
  readonly answers: number;
  /** Makes what the call needs; it is called for each measurement. */
  readonly prepare: (scene: Needed) => Promise<Ask>;
  /** A call that a warm environment has answered before, when it remembers more than callers. */
  readonly after?: (scene: Needed) => Promise<Ask>;
}
