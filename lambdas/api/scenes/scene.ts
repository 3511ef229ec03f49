import type { Scope } from '../../domain/access.ts';

/** Parameters of a call, without `route`. */
type Given = Readonly<Record<string, unknown>>;

/** What is known of a route but its behavior. Descriptions, measurements, and tests derive from it; no function loads it. */
export interface Scene {
  readonly route: string;
  /** Restates the row of the route table on purpose: the authorization test compares them. */
  readonly scope: Scope | 'member';
  /** For the API description: a request, and a success body for each status, without the envelope. */
  readonly example: {
    readonly request: Given;
    readonly responses: Readonly<Partial<Record<200 | 201 | 202, Given>>>;
  };
}
