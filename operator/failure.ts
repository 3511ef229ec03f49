/** The exit codes. Scripts depend on the numbers. */
export const exitCodes = { done: 0, refused: 1, usage: 2, unreachable: 3 } as const;

export type FailureKind = Exclude<keyof typeof exitCodes, 'done'>;

/** Ends the run with a message and an exit code. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly kind: FailureKind;
  /** For scripts: the error code of the service, or one of this program. */
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
