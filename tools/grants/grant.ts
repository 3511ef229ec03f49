/** An action on a resource that a function's policies allow. */
export interface Grant {
  /** The logical id of the function. */
  readonly function: string;
  readonly action: string;
  /** `Table`, `Table/index/due`, `Table/stream`, `Bucket/entries/*`, or `*`. */
  readonly resource: string;
  /** The purpose that the encryption context must have; null without this condition. */
  readonly purpose: string | null;
  /** The service through which alone the grant can be used; null: directly. */
  readonly via: string | null;
}

/** A grant, or a use of one, as one line of text. */
export const textOf = ({ function: name, action, resource, purpose, via }: Grant): string =>
  [
    name,
    action,
    resource,
    ...(purpose === null ? [] : [`for ${purpose}`]),
    ...(via === null ? [] : [`by ${via}`]),
  ].join(' ');
