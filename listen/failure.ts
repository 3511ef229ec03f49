/** Ends the run with a message for the developer. */
export class Failure extends Error {
  override readonly name = 'Failure';
  /** What the developer can do about it. */
  readonly next: string;

  constructor(message: string, next: string, cause?: unknown) {
    super(message, { cause });
    this.next = next;
  }
}
