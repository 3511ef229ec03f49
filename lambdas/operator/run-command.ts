import * as z from 'zod/mini';
import { explain } from '../api/problems.ts';
import { ServiceError, type ErrorBody } from '../domain/errors.ts';
import { isoOf, type Clock } from '../domain/time.ts';
import type { Log } from '../runtime/logger.ts';
import { auditClause } from '../store/partners/audit.ts';
import type { Command, OperatorDeps } from './command.ts';

/** What the command line sends: the command's words, its input, and who runs it. */
const request = z.object({
  command: z.string(),
  operator: z.string().check(z.minLength(1), z.maxLength(200)),
  input: z.record(z.string(), z.unknown()),
});

export type CommandAnswer =
  { readonly ok: true; readonly result: Readonly<Record<string, unknown>> } | ({ readonly ok: false } & ErrorBody);

export interface Operator {
  readonly commands: ReadonlyMap<string, Command>;
  readonly deps: OperatorDeps;
  readonly clock: Clock;
  readonly log: Log;
}

const carryOut = async (it: Operator, event: unknown): Promise<Readonly<Record<string, unknown>>> => {
  const asked = request.safeParse(event, { reportInput: true });
  if (!asked.success) throw explain(asked.error);
  const { command: name, operator, input } = asked.data;
  const found = it.commands.get(name);
  if (found === undefined) throw new ServiceError('unknown_route', `there is no command ${JSON.stringify(name)}`);
  const parsed = found.input.safeParse(input, { reportInput: true });
  if (!parsed.success) throw explain(parsed.error);
  const now = it.clock();
  const id = it.deps.newId(now);
  const audit = (subject: Readonly<Record<string, string>>) =>
    auditClause(it.deps.table, {
      id,
      actor: { type: 'operator', id: operator },
      action: name,
      subject,
      at: isoOf(now),
    });
  const cause = { origin: 'operator', actor: { type: 'operator', id: 'operator' }, requestId: id } as const;
  const result = await found.run(it.deps, { operator, now, cause, audit }, parsed.data);
  it.log.info('command', { command: name, operator, audit_id: id });
  return result;
};

/** Runs one command of the operator. What it refuses is an answer; what breaks it is logged whole and thrown. */
export const runCommand = async (it: Operator, event: unknown): Promise<CommandAnswer> => {
  try {
    return { ok: true, result: await carryOut(it, event) };
  } catch (error) {
    if (error instanceof ServiceError) return { ok: false, ...error.body };
    it.log.error('the command failed', { error });
    throw error;
  }
};
