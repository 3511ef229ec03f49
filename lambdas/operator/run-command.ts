import { explain } from '../api/problems.ts';
import { checkValue } from '../domain/checked-value.ts';
import { ServiceError, type ErrorBody } from '../kernel/errors.ts';
import { isoOf, type Clock } from '../kernel/time.ts';
import type { Log } from '../runtime/logger.ts';
import { auditClause, type AuditEntry } from '../store/partners/audit.ts';
import { teamAuditClauses } from '../store/partners/team-audit.ts';
import type { Command, OperatorDeps, Run } from './command.ts';
import type { CommandRequest } from './url-request.ts';

export type CommandAnswer =
  { readonly ok: true; readonly result: Readonly<Record<string, unknown>> } | ({ readonly ok: false } & ErrorBody);

export interface Operator {
  readonly commands: ReadonlyMap<string, Command>;
  readonly deps: OperatorDeps;
  readonly clock: Clock;
  readonly log: Log;
}

const carryOut = async (
  it: Operator,
  { caller, command: name, input }: CommandRequest,
): Promise<Readonly<Record<string, unknown>>> => {
  const found = it.commands.get(name);
  if (found === undefined) throw new ServiceError('unknown_route', `there is no command ${JSON.stringify(name)}`);
  checkValue(input, '', 0);
  const parsed = found.input.safeParse(input, { reportInput: true });
  if (!parsed.success) throw explain(parsed.error);
  const now = it.clock();
  const id = it.deps.newId(now);
  const entryOf = (subject: Readonly<Record<string, string>>): AuditEntry => ({
    id,
    actor: { type: 'operator', id: caller.arn },
    action: name,
    subject,
    at: isoOf(now),
  });
  const { table } = it.deps;
  const audit: Run['audit'] = (subject) => auditClause(table, entryOf(subject));
  const teamAudit: Run['teamAudit'] = (subject) => [audit(subject), ...teamAuditClauses(table, entryOf(subject))];
  const cause = { origin: 'operator', actor: { type: 'operator', id: 'operator' }, requestId: id } as const;
  const result = await found.run(it.deps, { operator: caller.arn, now, cause, audit, teamAudit }, parsed.data);
  it.log.info('command', { command: name, operator: caller.arn, caller_id: caller.id, audit_id: id });
  return result;
};

/** Runs one command of the operator. A refusal is an answer. Any other error is logged and thrown. */
export const runCommand = async (it: Operator, request: CommandRequest): Promise<CommandAnswer> => {
  try {
    return { ok: true, result: await carryOut(it, request) };
  } catch (error) {
    if (error instanceof ServiceError) return { ok: false, ...error.body };
    it.log.error('the command failed', { error });
    throw error;
  }
};
