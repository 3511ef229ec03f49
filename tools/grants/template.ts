import { z } from 'zod';
import { unseenGrants } from '../../lib/unseen-grants.ts';
import { textOf, type Grant } from './grant.ts';
import { grantsOf, Statement } from './statement.ts';

/** A grant of the template, with the reason why no call of the local stack uses it; null when a call must use it. */
export interface TemplateGrant extends Grant {
  readonly reason: string | null;
}

type Resources = Readonly<Record<string, unknown>>;

const Function = z.object({
  Type: z.literal('AWS::Lambda::Function'),
  Properties: z.object({ Role: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) }) }),
});
const Explanation = z.object({ Statement, Reason: z.string() });
const Policy = z.object({
  Type: z.literal('AWS::IAM::Policy'),
  Properties: z.object({
    PolicyDocument: z.object({ Statement: z.array(Statement) }),
    Roles: z.array(z.object({ Ref: z.string() })),
  }),
  Metadata: z.object({ [unseenGrants]: z.array(Explanation).default([]) }).default({ [unseenGrants]: [] }),
});

const parsed = <T>(schema: z.ZodType<T>, resources: Resources): readonly [string, T][] =>
  Object.entries(resources).flatMap(([logicalId, resource]): [string, T][] => {
    const result = schema.safeParse(resource);
    return result.success ? [[logicalId, result.data]] : [];
  });

const unread = (resources: Resources, type: string, read: readonly unknown[]): void => {
  const all = Object.values(resources).filter(
    (resource) => z.object({ Type: z.literal(type) }).safeParse(resource).success,
  );
  if (all.length !== read.length) throw new Error(`the report does not read every ${type} of the template`);
};

/** The statements of each function's policies, by the function's logical id. @throws Error for a resource or property that is unknown */
export const statementsOf = (resources: Resources): ReadonlyMap<string, readonly Statement[]> =>
  new Map([...policiesOf(resources)].map(([name, policies]) => [name, policies.flatMap(documentOf)]));

const documentOf = ({ Properties }: z.infer<typeof Policy>): readonly Statement[] =>
  Properties.PolicyDocument.Statement;

const policiesOf = (resources: Resources): ReadonlyMap<string, readonly z.infer<typeof Policy>[]> => {
  const functions = parsed(Function, resources);
  const policies = parsed(Policy, resources);
  unread(resources, 'AWS::Lambda::Function', functions);
  unread(resources, 'AWS::IAM::Policy', policies);
  return new Map(
    functions.map(([name, { Properties }]) => {
      const [role] = Properties.Role['Fn::GetAtt'];
      const own = policies.filter(([, policy]) => policy.Properties.Roles.some(({ Ref }) => Ref === role));
      return [name, own.map(([, policy]) => policy)];
    }),
  );
};

/** The grants of each function of the template. @throws Error for a resource or property that is unknown */
export const templateGrants = (resources: Resources): readonly TemplateGrant[] => {
  const statements = statementsOf(resources);
  return [...policiesOf(resources)].flatMap(([name, policies]) => {
    const reasons = new Map<string, string>();
    for (const { Metadata } of policies) {
      for (const { Statement: statement, Reason } of Metadata[unseenGrants]) {
        for (const grant of grantsOf(name, statement)) reasons.set(textOf(grant), Reason);
      }
    }
    const grants = (statements.get(name) ?? []).flatMap((statement) => grantsOf(name, statement));
    const granted = new Map(grants.map((grant) => [textOf(grant), grant]));
    for (const explained of reasons.keys()) {
      if (!granted.has(explained)) throw new Error(`explained, but not granted: ${explained}`);
    }
    return [...granted].map(([text, grant]) => ({ ...grant, reason: reasons.get(text) ?? null }));
  });
};
