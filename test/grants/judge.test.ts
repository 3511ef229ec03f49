import { describe, expect, test } from '@jest/globals';
import type { GrantUse } from '@swift-worker/local-cloud/grant-uses.ts';
import { judge } from '../../tools/grants/judge.ts';
import { templateGrants } from '../../tools/grants/template.ts';

const table = { 'Fn::GetAtt': ['Table', 'Arn'] };
const bound = {
  Effect: 'Allow',
  Action: 'kms:Encrypt',
  Resource: { 'Fn::GetAtt': ['Key', 'Arn'] },
  Condition: { StringEquals: { 'kms:EncryptionContext:purpose': ['response', 'verify_token'] } },
};
const index = { 'Fn::Join': ['', [table, '/index/due']] };

/** The logical ids of a template that has more than functions and policies. */
const own = new Set(['Worker', 'Other', 'Table', 'Key', 'Bucket']);

const resourcesWith = (statements: readonly object[], explained: readonly object[] = []) => ({
  Worker: { Type: 'AWS::Lambda::Function', Properties: { Role: { 'Fn::GetAtt': ['Role', 'Arn'] } } },
  Policy: {
    Type: 'AWS::IAM::Policy',
    Properties: { PolicyDocument: { Statement: statements }, Roles: [{ Ref: 'Role' }] },
    Metadata: { UnseenGrants: explained },
  },
});
const use = (more: Partial<GrantUse>): GrantUse => ({
  function: 'Worker',
  action: 'dynamodb:Query',
  resource: 'Table',
  purpose: null,
  allowed: true,
  ...more,
});
const verdicts = (resources: Readonly<Record<string, unknown>>, ...uses: readonly GrantUse[]) =>
  judge(templateGrants(resources), uses, own).map(({ grant, verdict }) => [
    grant.action,
    grant.resource,
    grant.purpose,
    verdict,
  ]);

describe('the report on grants', () => {
  const query = { Effect: 'Allow', Action: 'dynamodb:Query', Resource: [table, index] };

  test('tells resources of one action apart', () => {
    expect(verdicts(resourcesWith([query]), use({ resource: 'Table/index/due' }))).toEqual([
      ['dynamodb:Query', 'Table', null, 'unused'],
      ['dynamodb:Query', 'Table/index/due', null, 'used'],
    ]);
  });

  test('takes the objects of a bucket together by their prefix', () => {
    const objects = { 'Fn::Join': ['', [{ 'Fn::GetAtt': ['Bucket', 'Arn'] }, '/entries/*']] };
    const put = { Effect: 'Allow', Action: 's3:PutObject', Resource: objects };
    const uses = ['entries/1', 'changes/1'].map((key) => use({ action: 's3:PutObject', resource: `Bucket/${key}` }));
    expect(verdicts(resourcesWith([put]), ...uses)).toEqual([
      ['s3:PutObject', 'Bucket/entries/*', null, 'used'],
      ['s3:PutObject', 'Bucket/changes/1', null, 'refused'],
    ]);
  });

  test('tells purposes of one key apart', () => {
    const sealed = use({ action: 'kms:Encrypt', resource: 'Key', purpose: 'response' });
    expect(verdicts(resourcesWith([bound]), sealed)).toEqual([
      ['kms:Encrypt', 'Key', 'response', 'used'],
      ['kms:Encrypt', 'Key', 'verify_token', 'unused'],
    ]);
  });

  test('shows what was refused, and what this template does not grant', () => {
    const denied = use({ action: 'dynamodb:Scan', allowed: false });
    const elsewhere = use({ action: 'kms:Encrypt', resource: 'Key', purpose: 'webhook_secret' });
    expect(verdicts(resourcesWith([query, bound]), denied, elsewhere).slice(-2)).toEqual([
      ['dynamodb:Scan', 'Table', null, 'refused'],
      ['kms:Encrypt', 'Key', 'webhook_secret', 'refused'],
    ]);
  });

  test('tells what the template of another stack allowed from what was refused', () => {
    const copied = use({ action: 's3:PutObject', resource: 'CopyBucket/entries/1' });
    const denied = { ...copied, allowed: false };
    const outside = use({ action: 's3:PutObject', resource: 'arn:aws:s3:::other/entries/1' });
    const added = use({ function: 'Copier' });
    expect(verdicts(resourcesWith([]), copied, denied, outside, added).map((row) => row.at(-1))).toEqual([
      'of another template',
      'refused',
      'refused',
      'of another template',
    ]);
  });

  test('takes no use of another function for one of its own', () => {
    expect(verdicts(resourcesWith([{ ...query, Resource: table }]), use({ function: 'Other' }))).toEqual([
      ['dynamodb:Query', 'Table', null, 'unused'],
      ['dynamodb:Query', 'Table', null, 'refused'],
    ]);
  });

  test('takes a reason for a grant that is not used, and none for one that is', () => {
    const resources = resourcesWith([query], [{ Statement: { ...query, Resource: table }, Reason: 'why' }]);
    const [explained] = judge(templateGrants(resources), [], own);
    expect(explained).toMatchObject({ verdict: 'explained', reason: 'why' });
    expect(verdicts(resources, use({}))[0]).toEqual(['dynamodb:Query', 'Table', null, 'explained in error']);
  });

  test('counts a use by way of DynamoDB as none of the function itself', () => {
    const via = { StringEquals: { 'kms:ViaService': 'dynamodb.eu-west-1.amazonaws.com' } };
    expect(
      verdicts(resourcesWith([{ ...bound, Condition: via }]), use({ action: 'kms:Encrypt', resource: 'Key' })),
    ).toEqual([
      ['kms:Encrypt', 'Key', null, 'unused'],
      ['kms:Encrypt', 'Key', null, 'refused'],
    ]);
  });

  test.each([
    ['a reason without its grant', resourcesWith([], [{ Statement: query, Reason: 'why' }]), /not granted/],
    ['a condition', resourcesWith([{ ...query, Condition: { Bool: { 'aws:x': 'true' } } }]), /condition Bool aws:x/],
    ['a form of resource', resourcesWith([{ ...query, Resource: { 'Fn::Sub': 'x' } }]), /does not read the resource/],
    ['a form of statement', resourcesWith([{ ...query, NotAction: 'x' }]), /every AWS::IAM::Policy/],
  ])('refuses %s that it does not understand', (_what, resources, message) => {
    expect(() => templateGrants(resources)).toThrow(message);
  });
});
