import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { regionsOf } from '../../lib/stage-stacks.ts';
import { production, staging, type DeployedStage } from '../../lib/stages.ts';
import { boundaryOf, executionPolicyOf, type PolicyDocument } from '../../scripts/execution-policy/policies.ts';
import { plannedStacksOf } from './rehearsal/planned-stacks.ts';
import { wholeStage } from './whole-stage.ts';

/** Of a managed policy, without white space: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html */
const longest = 6_144;

/**
 * The actions of CloudFormation for each type, but for lists: `handlers` of the types' schemas.
 * https://docs.aws.amazon.com/cloudformation-cli/latest/userguide/resource-type-schemas.html
 */
const handlers: ReadonlyMap<string, readonly string[]> = new Map(
  readFileSync(path.join(import.meta.dirname, 'handler-permissions.txt'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [type = '', ...actions] = line.split(' ');
      return [type, actions];
    }),
);

/** Actions for what no template has: functions in a VPC or with a file system, users and groups, tables of S3, capacity, other destinations. */
const unused =
  /^(?:application-autoscaling|billing|ec2|elasticfilesystem|firehose|kinesis|organizations|payments|s3files|s3tables):|^iam:.*(?:Group|User)Policy$|^iam:(?:DeleteRolePermissionsBoundary|DescribeOrganization)$/;

const matches = (pattern: string, action: string): boolean =>
  new RegExp(`^${pattern.replaceAll('*', '.*')}$`, 'i').test(action);

const allows = ({ Statement }: PolicyDocument, action: string): boolean =>
  Statement.some(({ Action = [] }) => Action.some((pattern) => matches(pattern, action)));

const role = z.object({ PermissionsBoundary: z.unknown() });

describe.each([staging, production])('the policy of CloudFormation for $name', (bare) => {
  const stage: DeployedStage = { ...wholeStage(bare), permissionsBoundary: 'boundary' };
  const policy = executionPolicyOf(stage);
  const resources = plannedStacksOf(stage).flatMap((stack) => Object.values(stack.resources));
  const types = new Set(resources.map(({ Type }) => Type).filter((type) => !type.startsWith('Custom::')));

  test('allows each action for each type of its templates', () => {
    const refused = [...types].flatMap((type) =>
      (handlers.get(type) ?? [`no handlers of ${type}`])
        .filter((action) => !unused.test(action) && !allows(policy, action))
        .map((action) => `${type}: ${action}`),
    );
    expect(refused).toEqual([]);
  });

  test('allows no service that no type needs', () => {
    const needed = [...types].flatMap((type) => handlers.get(type) ?? []);
    const dead = policy.Statement.flatMap(({ Action = [] }) => Action).filter(
      (pattern) =>
        !/^(?:ssm|iam:(?:Tag|Untag)Policy)/.test(pattern) && !needed.some((action) => matches(pattern, action)),
    );
    expect(dead).toEqual([]);
  });

  test('fits into a managed policy', () => {
    for (const one of [policy, boundaryOf(stage)]) expect(JSON.stringify(one).length).toBeLessThan(longest);
  });

  test('lets no role get permissions without the boundary, which every role has', () => {
    const giving = policy.Statement.filter(({ Action = [] }) =>
      Action.some((action) => /^iam:(?:AttachRolePolicy|CreateRole|Put)/.test(action) || action === 'iam:*'),
    );
    expect(giving.map(({ Condition }) => Condition)).toEqual([
      { StringEquals: { 'iam:PermissionsBoundary': 'arn:aws:iam::111122223333:policy/boundary' } },
    ]);
    const roles = resources.filter(({ Type }) => Type === 'AWS::IAM::Role');
    const bounded = roles.filter(({ Properties }) =>
      JSON.stringify(role.parse(Properties).PermissionsBoundary ?? '').includes(':policy/boundary'),
    );
    expect([roles.length, bounded.length]).toEqual([roles.length, roles.length]);
    expect(roles.length).toBeGreaterThan(20);
    expect(allows(boundaryOf(stage), 'iam:CreateRole')).toBe(false);
    const taking = boundaryOf(stage).Statement.filter((one) =>
      allows({ ...policy, Statement: [one] }, 'sts:AssumeRole'),
    );
    expect(taking.map(({ Resource }) => Resource)).toEqual([
      regionsOf(stage).map((region) => `arn:aws:iam::111122223333:role/cdk-*-${region}`),
    ]);
  });
});

test('a stage without account or boundary has none', () => {
  expect(() => executionPolicyOf(staging)).toThrow('set account of staging');
  expect(() => executionPolicyOf({ ...staging, account: '111122223333' })).toThrow(
    'set permissionsBoundary of staging',
  );
  const named = { ...staging, account: '111122223333', permissionsBoundary: 'swift-worker-staging-boundary' };
  expect(() => executionPolicyOf(named)).toThrow('must not begin with swift-worker-staging-');
});
