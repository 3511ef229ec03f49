import type * as z from 'zod/mini';
import type { KeyEnvironment } from '../domain/credentials.ts';
import type { Cause } from '../domain/history.ts';
import type { RateClass, RateLimit } from '../domain/rate.ts';
import type { Vault } from '../domain/vault.ts';
import { persist, type Clause, type RetryPolicy } from '../store/table/commit.ts';
import type { Table } from '../store/table/table.ts';
import type { PlatformClient } from '../platform/client.ts';
import type { AuditBucket } from '../runtime/audit-bucket.ts';
import type { SendAuditChanges } from '../runtime/audit-queue.ts';
import type { DeadLetterQueue } from '../runtime/dead-letters.ts';
import type { MemberPool } from '../team/member-pool.ts';
import type { AppSettings } from './app-settings.ts';

/** The copies of the audit trail, which the operator's function reads. The worker alone writes. */
export interface AuditCopies {
  readonly bucket: Pick<AuditBucket, 'read' | 'keysAfter'>;
  /** Has entries copied. */
  readonly send: SendAuditChanges;
  /** How long a copy is kept. */
  readonly years: number;
}

export interface OperatorDeps {
  readonly table: Table;
  readonly retryPolicy: RetryPolicy;
  readonly newId: (now: number) => string;
  readonly randomBytes: (count: number) => Buffer;
  readonly vault: Vault;
  readonly pool: MemberPool;
  /** `live` in production, `test` elsewhere. */
  readonly keyEnvironment: KeyEnvironment;
  /** Of the stage. */
  readonly rateLimits: Readonly<Record<RateClass, RateLimit>>;
  readonly deadLetters: DeadLetterQueue;
  /** Null in a stage without copies of the audit trail. */
  readonly auditCopies: AuditCopies | null;
  /** Null when the stage has no app at the platform. */
  readonly app: AppSettings | null;
  /** The client of this invocation. */
  readonly platform: PlatformClient;
}

/** One run of a command: its operator, its time, and its audit entry. */
export interface Run {
  /** ARN of the IAM principal. */
  readonly operator: string;
  readonly now: number;
  /** The cause in histories of customers. The audit entry with its request id names the principal. */
  readonly cause: Cause;
  /** The audit entry, which the commit must contain. Its subject has ids only, never contact data. */
  readonly audit: (subject: Readonly<Record<string, string>>) => Clause;
  /** The same with what the partner sees of it, for acts on the team, its keys and secrets. */
  readonly teamAudit: (subject: Readonly<Record<string, string>>) => readonly Clause[];
}

export interface Command<Input extends z.ZodMiniType = z.ZodMiniType> {
  readonly input: Input;
  readonly run: (deps: OperatorDeps, run: Run, input: z.output<Input>) => Promise<Readonly<Record<string, unknown>>>;
}

export const command = <Input extends z.ZodMiniType>(it: Command<Input>): Command<Input> => it;

/** A command that reads, decides and commits. It runs again after contention. */
export const retried = <Input extends z.ZodMiniType>({ input, run }: Command<Input>): Command<Input> => ({
  input,
  run: (deps, it, given) => persist(deps.retryPolicy, () => run(deps, it, given)),
});
