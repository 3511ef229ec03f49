import { z } from 'zod';
import type { CreatedResource } from '../intrinsics.ts';
import { PolicyDocument, statementsOf } from '../services/iam/policy-document.ts';
import type { PolicyStatement } from '../services/iam/policy.ts';
import { account } from '../services/names.ts';
import type { JsonObject } from '../template.ts';
import type { Blueprint, Creation } from './blueprint.ts';

const Policy = z.object({ PolicyDocument, Roles: z.array(z.string()).default([]) });

const Role = z.object({
  RoleName: z.string().optional(),
  Policies: z.array(z.object({ PolicyDocument })).default([]),
  ManagedPolicyArns: z.array(z.string()).default([]),
});

const ManagedPolicy = Policy.extend({ ManagedPolicyName: z.string().optional() });

const attach = ({ statements }: Blueprint, roleName: string, added: readonly PolicyStatement[]): void => {
  statements.set(roleName, [...(statements.get(roleName) ?? []), ...added]);
};

// They grant only what the local cloud does without a permission, or does not have: logs, traces and gradual releases.
const withoutLocalMeaning = new Set([
  'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole',
  'arn:aws:iam::aws:policy/AWSXRayDaemonWriteAccess',
  'arn:aws:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited',
]);

const managedStatements = (arn: string, { managedPolicies }: Blueprint): readonly PolicyStatement[] => {
  if (withoutLocalMeaning.has(arn)) return [];
  const statements = managedPolicies.get(arn);
  if (statements === undefined) throw new Error(`the local cloud does not know the managed policy ${arn}`);
  return statements;
};

const roleArn = (name: string): string => `arn:aws:iam::${account}:role/${name}`;

export const roleNameOf = (arn: string): string => arn.slice(arn.lastIndexOf('/') + 1);

export const createRole = (properties: JsonObject, { blueprint, stackName, logicalId }: Creation): CreatedResource => {
  const role = Role.parse(properties);
  const name = role.RoleName ?? `${stackName}-${logicalId}`;
  for (const { PolicyDocument: document } of role.Policies) attach(blueprint, name, statementsOf(document));
  for (const arn of role.ManagedPolicyArns) attach(blueprint, name, managedStatements(arn, blueprint));
  return { ref: name, attributes: { Arn: roleArn(name), RoleId: `AROA${logicalId.toUpperCase()}` } };
};

export const createPolicy = (
  properties: JsonObject,
  { blueprint, stackName, logicalId }: Creation,
): CreatedResource => {
  const policy = Policy.parse(properties);
  for (const role of policy.Roles) attach(blueprint, role, statementsOf(policy.PolicyDocument));
  return { ref: `${stackName}-${logicalId}`, attributes: {} };
};

export const createManagedPolicy = (
  properties: JsonObject,
  { blueprint, stackName, logicalId }: Creation,
): CreatedResource => {
  const policy = ManagedPolicy.parse(properties);
  const name = policy.ManagedPolicyName ?? `${stackName}-${logicalId}`;
  const arn = `arn:aws:iam::${account}:policy/${name}`;
  const statements = statementsOf(policy.PolicyDocument);
  blueprint.managedPolicies.set(arn, statements);
  for (const role of policy.Roles) attach(blueprint, role, statements);
  return { ref: arn, attributes: { PolicyArn: arn } };
};
