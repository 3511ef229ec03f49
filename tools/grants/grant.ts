/** One thing that a function's policies allow. */
export interface Grant {
  /** Logical id. */
  readonly function: string;
  readonly action: string;
  /** `Table`, `Table/index/due`, `Table/stream`, or `*`. */
  readonly resource: string;
  /** The purpose that the encryption context has to name; null when none is asked for. */
  readonly purpose: string | null;
  /** The service by way of which alone the grant can be used; null: directly. */
  readonly via: string | null;
}

/** What a grant, or a use of one, is about; in one line. */
export const textOf = ({ function: name, action, resource, purpose, via }: Grant): string =>
  [
    name,
    action,
    resource,
    ...(purpose === null ? [] : [`for ${purpose}`]),
    ...(via === null ? [] : [`by ${via}`]),
  ].join(' ');
