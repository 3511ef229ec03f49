import { compileCondition, type Context } from './conditions.ts';
import { wildcard } from './wildcard.ts';

export interface PolicyStatement {
  readonly effect: 'Allow' | 'Deny';
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  /** Operator → condition key → values. */
  readonly conditions?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

/** An access that a request needs. */
export interface Access {
  /** `dynamodb:PutItem` */
  readonly action: string;
  readonly resource: string;
  /** Called only when a statement has conditions. */
  readonly context: () => Context;
}

type Decision =
  | { readonly allowed: true }
  /** `problems`: why statements that could have decided otherwise were not evaluated. */
  | { readonly allowed: false; readonly explicit: boolean; readonly problems: readonly string[] };

export type Policy = (access: Access) => Decision;

/**
 * Evaluates identity-based policies. An explicit deny wins; without an allow, access is denied.
 * A statement that cannot be evaluated fails closed: an allow does not apply, a deny does.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html
 */
export const compilePolicy = (statements: readonly PolicyStatement[]): Policy => {
  const compiled = statements.map(compileStatement);
  const denials = compiled.filter(({ effect }) => effect === 'Deny');
  const allowances = compiled.filter(({ effect }) => effect === 'Allow');
  return (access) => {
    const problems: string[] = [];
    for (const denial of denials) {
      if (!denial.covers(access)) continue;
      if (denial.problems.length > 0) return { allowed: false, explicit: true, problems: denial.problems };
      if (denial.holds(access)) return { allowed: false, explicit: true, problems: [] };
    }
    for (const allowance of allowances) {
      if (!allowance.covers(access)) continue;
      if (allowance.problems.length > 0) problems.push(...allowance.problems);
      else if (allowance.holds(access)) return { allowed: true };
    }
    return { allowed: false, explicit: false, problems };
  };
};

interface CompiledStatement {
  readonly effect: 'Allow' | 'Deny';
  readonly covers: (access: Access) => boolean;
  readonly holds: (access: Access) => boolean;
  readonly problems: readonly string[];
}

const compileStatement = (statement: PolicyStatement): CompiledStatement => {
  const actions = statement.actions.map((action) => wildcard(action.toLowerCase()));
  const resources = statement.resources.map((resource) => wildcard(resource));
  const conditions = Object.entries(statement.conditions ?? {}).flatMap(([operator, keys]) =>
    Object.entries(keys).map(([key, values]) => compileCondition(operator, key, values)),
  );
  const variables = statement.resources.some((resource) => resource.includes('${'));
  return {
    effect: statement.effect,
    covers: ({ action, resource }) => {
      const folded = action.toLowerCase();
      return (
        actions.some((matches) => matches(folded)) && (variables || resources.some((matches) => matches(resource)))
      );
    },
    holds: ({ context }) => {
      if (conditions.length === 0) return true;
      const values = context();
      return conditions.every((condition) => 'holds' in condition && condition.holds(values));
    },
    problems: [
      ...(variables ? ['policy variables are not evaluated'] : []),
      ...conditions.flatMap((condition) => ('problem' in condition ? [condition.problem] : [])),
    ],
  };
};
