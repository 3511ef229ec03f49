import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Context } from '@swift-worker/local-cloud/services/iam/conditions.ts';
import { compilePolicy, type PolicyStatement } from '@swift-worker/local-cloud/services/iam/policy.ts';

const table = 'arn:aws:dynamodb:us-east-1:000000000000:table/main';
const allow = (part: Partial<PolicyStatement> = {}): PolicyStatement => ({
  effect: 'Allow',
  actions: ['dynamodb:GetItem'],
  resources: [table],
  ...part,
});
const deny = (part: Partial<PolicyStatement> = {}): PolicyStatement => ({ ...allow(part), effect: 'Deny' });
const decide = (
  statements: readonly PolicyStatement[],
  {
    action = 'dynamodb:GetItem',
    resource = table,
    context = {},
  }: { action?: string; resource?: string; context?: Context } = {},
) => compilePolicy(statements)({ action, resource, context: () => context });

describe('a policy', () => {
  test.each<[string, readonly PolicyStatement[], Parameters<typeof decide>[1], boolean]>([
    ['allows what a statement names', [allow()], {}, true],
    ['denies what none names', [allow()], { action: 'dynamodb:PutItem' }, false],
    ['denies everything when it is empty', [], {}, false],
    ['takes * and ? in actions', [allow({ actions: ['dynamodb:?etIte*'] })], {}, true],
    ['folds the case of actions', [allow({ actions: ['DynamoDB:getITEM'] })], {}, true],
    [
      'takes * in resources',
      [allow({ resources: [`${table}/index/*`] })],
      { resource: `${table}/index/by-name` },
      true,
    ],
    ['keeps the case of resources', [allow({ resources: [table.replace('main', 'Main')] })], {}, false],
    ['takes an index for another resource than its table', [allow()], { resource: `${table}/index/by-name` }, false],
    ['takes no other character for a pattern', [allow({ resources: ['arn.aws.*'] })], {}, false],
    ['lets a deny win, in any order', [allow(), deny(), allow()], {}, false],
    ['lets a deny of something else be', [allow(), deny({ actions: ['dynamodb:PutItem'] })], {}, true],
  ])('%s', (_, statements, access, allowed) => {
    expect(decide(statements, access).allowed).toBe(allowed);
  });

  test('tells a deny from the lack of an allow', () => {
    expect(decide([allow(), deny()])).toEqual({ allowed: false, explicit: true, problems: [] });
    expect(decide([])).toEqual({ allowed: false, explicit: false, problems: [] });
  });
});

describe('a condition', () => {
  const keys = ['PARTNER#1', 'PARTNER#2'];
  test.each<[string, string, string, string | readonly string[], Context, boolean]>([
    [
      'StringEquals',
      'equal text',
      'kms:EncryptionContext:partner',
      'p1',
      { 'kms:encryptioncontext:partner': ['p1'] },
      true,
    ],
    [
      'StringEquals',
      'other text',
      'kms:EncryptionContext:partner',
      'p1',
      { 'kms:encryptioncontext:partner': ['p2'] },
      false,
    ],
    [
      'StringEquals',
      'one of several',
      'kms:EncryptionContext:partner',
      ['p0', 'p1'],
      { 'kms:encryptioncontext:partner': ['p1'] },
      true,
    ],
    ['StringEquals', 'an absent key', 'kms:ViaService', 'dynamodb.us-east-1.amazonaws.com', {}, false],
    ['StringEquals', 'several values', 'dynamodb:LeadingKeys', keys, { 'dynamodb:leadingkeys': keys }, false],
    ['StringEqualsIfExists', 'an absent key', 'kms:ViaService', 'x', {}, true],
    [
      'StringNotEquals',
      'other text',
      'aws:RequestedRegion',
      'eu-west-1',
      { 'aws:requestedregion': ['us-east-1'] },
      true,
    ],
    [
      'StringNotEquals',
      'any of several',
      'aws:RequestedRegion',
      ['eu-west-1', 'us-east-1'],
      { 'aws:requestedregion': ['us-east-1'] },
      false,
    ],
    ['StringNotEquals', 'an absent key', 'aws:SourceArn', 'x', {}, true],
    [
      'StringLike',
      'a pattern',
      'kms:EncryptionContext:partner',
      'p?-*',
      { 'kms:encryptioncontext:partner': ['p1-x'] },
      true,
    ],
    [
      'ForAllValues:StringEquals',
      'all within',
      'dynamodb:LeadingKeys',
      [...keys, 'C'],
      { 'dynamodb:leadingkeys': keys },
      true,
    ],
    [
      'ForAllValues:StringEquals',
      'one outside',
      'dynamodb:LeadingKeys',
      ['PARTNER#1'],
      { 'dynamodb:leadingkeys': keys },
      false,
    ],
    ['ForAllValues:StringEquals', 'none at all', 'dynamodb:LeadingKeys', ['PARTNER#1'], {}, true],
    [
      'ForAllValues:StringLike',
      'all like it',
      'dynamodb:LeadingKeys',
      'PARTNER#*',
      { 'dynamodb:leadingkeys': keys },
      true,
    ],
    [
      'ForAllValues:StringLike',
      'one unlike it',
      'dynamodb:LeadingKeys',
      'RATE#*',
      { 'dynamodb:leadingkeys': ['RATE#1', 'X'] },
      false,
    ],
    [
      'ForAnyValue:StringEquals',
      'one within',
      'dynamodb:EnclosingOperation',
      'TransactWriteItems',
      { 'dynamodb:enclosingoperation': ['TransactWriteItems'] },
      true,
    ],
    ['ForAnyValue:StringEquals', 'none at all', 'dynamodb:EnclosingOperation', 'TransactWriteItems', {}, false],
    ['Bool', 'the same', 'aws:SecureTransport', 'True', { 'aws:securetransport': ['true'] }, true],
    ['Bool', 'the opposite', 'aws:SecureTransport', 'false', { 'aws:securetransport': ['true'] }, false],
    ['Null', 'an absent key, wanted absent', 'aws:SourceArn', 'true', {}, true],
    ['Null', 'an absent key, wanted present', 'aws:SourceArn', 'false', {}, false],
    ['Null', 'a present key, wanted present', 'aws:PrincipalArn', 'false', { 'aws:principalarn': ['x'] }, true],
    [
      'ArnLike',
      'a pattern in a part',
      'aws:PrincipalArn',
      'arn:aws:iam::*:role/A*',
      { 'aws:principalarn': ['arn:aws:iam::1:role/Abc'] },
      true,
    ],
    [
      'ArnLike',
      'a pattern across parts',
      'aws:PrincipalArn',
      'arn:*:role/A',
      { 'aws:principalarn': ['arn:aws:iam::1:role/A'] },
      false,
    ],
  ])('%s with %s', (operator, _, key, value, context, allowed) => {
    expect(decide([allow({ conditions: { [operator]: { [key]: value } } })], { context }).allowed).toBe(allowed);
  });

  test('holds when all of its keys do', () => {
    const conditions = { StringEquals: { 'aws:RequestedRegion': 'us-east-1', 'kms:EncryptionContext:partner': 'p1' } };
    const context = { 'aws:requestedregion': ['us-east-1'] };
    expect(decide([allow({ conditions })], { context }).allowed).toBe(false);
    const whole = { ...context, 'kms:encryptioncontext:partner': ['p1'] };
    expect(decide([allow({ conditions })], { context: whole }).allowed).toBe(true);
  });

  test.each([
    ['operator', { DateLessThan: { 'aws:PrincipalArn': '2030-01-01' } }, 'DateLessThan'],
    ['key', { StringEquals: { 'ec2:Region': 'x' } }, 'ec2:Region'],
    ['variable', { StringEquals: { 'aws:PrincipalArn': '${aws:userid}' } }, 'variables'],
  ])('with an unknown %s fails closed and says why', (_, conditions, named) => {
    const unread = decide([allow({ conditions })]);
    expect(unread.allowed).toBe(false);
    expect('problems' in unread && unread.problems.join()).toContain(named);
    expect(decide([allow(), deny({ conditions })]).allowed).toBe(false);
    expect(decide([allow({ conditions }), allow()]).allowed).toBe(true);
  });
});

describe('whatever the statements', () => {
  const actions = ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:*', 'sqs:SendMessage', '*'];
  const resources = [table, `${table}/index/*`, 'arn:aws:sqs:us-east-1:000000000000:queue', '*'];
  const conditions: NonNullable<PolicyStatement['conditions']>[] = [
    {},
    { Bool: { 'aws:SecureTransport': 'true' } },
    { Bool: { 'aws:SecureTransport': 'false' } },
    { Odd: { a: 'b' } },
  ];
  const statement: fc.Arbitrary<PolicyStatement> = fc.record({
    effect: fc.constantFrom<'Allow' | 'Deny'>('Allow', 'Deny'),
    actions: fc.subarray(actions, { minLength: 1 }),
    resources: fc.subarray(resources, { minLength: 1 }),
    conditions: fc.constantFrom(...conditions),
  });
  const access = fc.record({
    action: fc.constantFrom('dynamodb:GetItem', 'dynamodb:PutItem', 'sqs:SendMessage'),
    resource: fc.constantFrom(table, `${table}/index/a`, 'arn:aws:sqs:us-east-1:000000000000:queue'),
    context: fc.constant<Context>({ 'aws:securetransport': ['true'] }),
  });

  test('a deny of everything wins', () => {
    fc.assert(
      fc.property(fc.array(statement), access, fc.nat(), (statements, wanted, at) => {
        const blanket = deny({ actions: ['*'], resources: ['*'] });
        expect(decide(statements.toSpliced(at % (statements.length + 1), 0, blanket), wanted).allowed).toBe(false);
      }),
    );
  });

  test('fewer allows never allow more, and more denies neither', () => {
    fc.assert(
      fc.property(fc.array(statement, { minLength: 1 }), access, fc.nat(), (statements, wanted, at) => {
        const index = at % statements.length;
        const without = statements.toSpliced(index, 1);
        const [less, more] = statements[index]?.effect === 'Allow' ? [without, statements] : [statements, without];
        if (decide(less, wanted).allowed) expect(decide(more, wanted).allowed).toBe(true);
      }),
    );
  });

  test('their order does not matter', () => {
    fc.assert(
      fc.property(fc.array(statement), access, (statements, wanted) => {
        expect(decide(statements.toReversed(), wanted).allowed).toBe(decide(statements, wanted).allowed);
      }),
    );
  });
});
