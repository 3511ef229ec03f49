/** An example of a call: its parameters without `route`, and a success body for each status, without the envelope. */
export interface RouteExample {
  readonly request: Readonly<Record<string, unknown>>;
  readonly responses: Readonly<Partial<Record<200 | 201 | 202, Readonly<Record<string, unknown>>>>>;
}

export type Examples = Readonly<Record<string, RouteExample>>;
