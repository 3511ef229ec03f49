import type * as z from 'zod/mini';
import type { KeyEnvironment } from '../domain/credentials.ts';
import type { Cause } from '../domain/history.ts';
import type { Vault } from '../domain/vault.ts';
import type { Clause, RetryPolicy } from '../store/table/commit.ts';
import type { Table } from '../store/table/table.ts';
import type { MemberPool } from '../runtime/member-pool.ts';

/** What commands are given at cold start. */
export interface OperatorDeps {
  readonly table: Table;
  readonly retryPolicy: RetryPolicy;
  readonly newId: (now: number) => string;
  readonly randomBytes: (count: number) => Buffer;
  readonly vault: Vault;
  readonly pool: MemberPool;
  /** `live` in production, `test` elsewhere. */
  readonly keyEnvironment: KeyEnvironment;
}

/** One run of a command: by whom, when, and the entry of the audit trail that its commit must carry. */
export interface Run {
  /** ARN of the IAM principal. */
  readonly operator: string;
  readonly now: number;
  /** As partners' histories have it: that it was the operator; who of them stands in the audit trail, under this id. */
  readonly cause: Cause;
  /** Says what the run did to what; ids only, never contact data. */
  readonly audit: (subject: Readonly<Record<string, string>>) => Clause;
}

export interface Command<Input extends z.ZodMiniType = z.ZodMiniType> {
  readonly input: Input;
  readonly run: (deps: OperatorDeps, run: Run, input: z.output<Input>) => Promise<Readonly<Record<string, unknown>>>;
}

export const command = <Input extends z.ZodMiniType>(it: Command<Input>): Command<Input> => it;
