/** What a run ends with. Programs rely on the numbers. */
export const exitCodes = { done: 0, refused: 1, usage: 2, unreachable: 3 } as const;

export type FailureKind = Exclude<keyof typeof exitCodes, 'done'>;

/** The run can't go on. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly kind: FailureKind;
  /** For programs: the service's own code where it refused. */
  readonly code: string;
  /** What the person at the terminal can do about it. */
  readonly next: string | undefined;
  readonly details: unknown;

  constructor(
    kind: FailureKind,
    code: string,
    message: string,
    options: { next?: string | undefined; details?: unknown; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.code = code;
    this.next = options.next;
    this.details = options.details;
  }
}
