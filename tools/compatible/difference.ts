/** Who gives the values. `request`: other programs give them to the project; `response`: the project gives them. */
export type Direction = 'request' | 'response';

/** What differs between a description of the release and the present one. */
export interface Difference {
  /** Where it is, for people: `update-partner-customer, request: changes.customer_phone`. */
  readonly place: string;
  /** The names of what it belongs to, such as a route and its component. The changelog has to have one of them. */
  readonly subjects: readonly string[];
  /** The field in it, which the changelog has to have as well; null: the whole subject. */
  readonly field: string | null;
  readonly was: string;
  readonly is: string;
  /** Whom it breaks and why; null: nothing. */
  readonly breaks: string | null;
}
