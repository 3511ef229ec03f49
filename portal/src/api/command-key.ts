import { Refusal } from '../../../packages/client/src/refusal.ts';

/** The idempotency key of a dialog's command. */
export interface CommandKey {
  readonly key: string;
  /** What the key stands for, as JSON: another input is another command. */
  readonly input: string;
}

/**
 * The key to send a command with: the one of before while the input is the same and no answer stands, else a new one.
 * @param kept null when the last answer stands, or nothing was sent yet
 */
export const keyFor = (kept: CommandKey | null, input: unknown, newKey: () => string): CommandKey => {
  const text = JSON.stringify(input);
  return kept?.input === text ? kept : { key: newKey(), input: text };
};

/** Refusals after which the same command, with the same key, may succeed. */
const transient: ReadonlySet<string> = new Set([
  'idempotency_in_progress',
  'rate_limited',
  'platform_rate_limited',
  'temporarily_unavailable',
  'internal_error',
  'platform_error',
  'remote_removal_failed',
]);

/** Whether it is unknown what became of a command: no answer came, or one of a gateway, which may have handed the command on. */
export const isUnanswered = (error: unknown): boolean =>
  !(error instanceof Refusal) || (error.code === 'unknown' && error.status >= 500);

/** Whether an answer ends the command. After an answer that does not, the key is kept. */
export const answerStands = (error: unknown): boolean =>
  error instanceof Refusal && !isUnanswered(error) && !transient.has(error.code);
