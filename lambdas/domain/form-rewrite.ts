import type { Milliseconds } from '../kernel/time.ts';

/** The stored forms whose items of earlier versions can be rewritten in the background: docs/adr/0039-changing-a-stored-form.md. */
export const rewrittenForms = ['history-entry'] as const;
export type RewrittenForm = (typeof rewrittenForms)[number];

export const rewriteStates = ['running', 'stopped', 'done'] as const;

/** The rewriting of a form, and how far it has come. */
export interface FormRewrite {
  readonly form: RewrittenForm;
  /** The version that is written. */
  readonly version: number;
  readonly state: (typeof rewriteStates)[number];
  /** Write units. */
  readonly unitsPerSecond: number;
  /** The partners when it began. */
  readonly partners: number;
  readonly partnersDone: number;
  /** The partner whose items are rewritten; null before the first and after the last. */
  readonly partnerId: string | null;
  /** The position of the last item of the partner that is done; null before the first. */
  readonly cursor: string | null;
  /** Items that were looked at, and those that were rewritten. */
  readonly read: number;
  readonly rewritten: number;
  /** Before, no batch begins. */
  readonly nextAt: Milliseconds;
  /** The audit id of the command that began it. */
  readonly requestId: string;
  readonly startedAt: string;
  /** When it was stopped, or done. */
  readonly endedAt: string | null;
}

/**
 * Write units a second. The usual pace is a twentieth of what one partition takes, which a customer's entries are in:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html
 */
export const usualPace = 50;
export const highestPace = 200;

/** The time that the units of a batch are for. */
export const batchTime: Milliseconds = 10_000;

/** When the batch after one of so many units may begin. */
export const nextBatchAt = (begun: Milliseconds, units: number, pace: number): Milliseconds =>
  begun + Math.max(batchTime, Math.ceil((units * 1_000) / pace));
