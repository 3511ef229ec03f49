import { describe, expect, test } from '@jest/globals';
import { creationOrder } from '@swift-worker/local-cloud/creation-order.ts';
import { resolve, type Scope } from '@swift-worker/local-cloud/intrinsics.ts';
import { Template, type Json } from '@swift-worker/local-cloud/template.ts';

const scope: Scope = {
  stackName: 'stack',
  template: Template.parse({
    Parameters: { Origin: { Type: 'String', Default: 'by default' }, Given: { Type: 'String' } },
    Mappings: { Sizes: { local: { memory: 128 } } },
    Conditions: {
      Yes: { 'Fn::Equals': [{ Ref: 'AWS::Region' }, 'us-east-1'] },
      No: { 'Fn::Not': [{ Condition: 'Yes' }] },
      Both: { 'Fn::And': [{ Condition: 'Yes' }, { Condition: 'No' }] },
      Either: { 'Fn::Or': [{ Condition: 'Yes' }, { Condition: 'No' }] },
    },
    Resources: {},
  }),
  parameters: new Map([['Given', 'by hand']]),
  resources: new Map([['Queue', { ref: 'https://queue', attributes: { Arn: 'arn:queue', 'Nested.Name': 'deep' } }]]),
  exports: new Map<string, Json>([['shared', 'from another stack']]),
};

describe('intrinsic functions', () => {
  test.each<[Json, Json]>([
    [{ Ref: 'Queue' }, 'https://queue'],
    [{ Ref: 'AWS::AccountId' }, '000000000000'],
    [{ Ref: 'Origin' }, 'by default'],
    [{ Ref: 'Given' }, 'by hand'],
    [{ 'Fn::GetAtt': ['Queue', 'Arn'] }, 'arn:queue'],
    [{ 'Fn::GetAtt': 'Queue.Nested.Name' }, 'deep'],
    [{ 'Fn::Sub': '${Queue}/${Queue.Arn}/${AWS::Partition}/${!Literal}' }, 'https://queue/arn:queue/aws/${Literal}'],
    [{ 'Fn::Sub': ['${a}-${Queue}', { a: { Ref: 'AWS::Region' } }] }, 'us-east-1-https://queue'],
    [{ 'Fn::Join': [':', ['a', { Ref: 'Given' }, 1]] }, 'a:by hand:1'],
    [{ 'Fn::Select': ['1', { 'Fn::Split': ['/', 'a/b/c'] }] }, 'b'],
    [{ 'Fn::If': ['Yes', 'then', 'else'] }, 'then'],
    [{ 'Fn::If': ['Both', 'then', { 'Fn::If': ['Either', 'both', 'none'] }] }, 'both'],
    [{ 'Fn::FindInMap': ['Sizes', 'local', 'memory'] }, 128],
    [{ 'Fn::ImportValue': 'shared' }, 'from another stack'],
    [{ 'Fn::Base64': 'abc' }, 'YWJj'],
    [{ a: [{ b: { Ref: 'Given' } }, true, null] }, { a: [{ b: 'by hand' }, true, null] }],
    [{ a: { Ref: 'AWS::NoValue' }, b: [{ Ref: 'AWS::NoValue' }, 1] }, { b: [1] }],
    [{ Condition: { StringEquals: { k: 'v' } } }, { Condition: { StringEquals: { k: 'v' } } }],
  ])('%j', (value, expected) => {
    expect(resolve(value, scope)).toEqual(expected);
  });

  test.each<[Json]>([
    [{ Ref: 'Nothing' }],
    [{ Ref: 'constructor' }],
    [{ 'Fn::GetAtt': ['Queue', 'Nothing'] }],
    [{ 'Fn::Select': [5, ['a']] }],
    [{ 'Fn::ImportValue': 'nothing' }],
    [{ 'Fn::Transform': {} }],
  ])('what is missing or not known is an error: %j', (value) => {
    expect(() => resolve(value, scope)).toThrow(/stack/);
  });
});

describe('the order of creation', () => {
  const order = (resources: Record<string, object>, ...first: string[]): string[] =>
    creationOrder(Template.parse({ Resources: resources }), first);

  test('puts each resource after what it refers to or depends on', () => {
    expect(
      order({
        A: { Type: 'T', Properties: { x: { 'Fn::Sub': 'a ${B} ${!D}' } } },
        B: { Type: 'T', DependsOn: 'C', Properties: { x: { 'Fn::GetAtt': ['D', 'Arn'] } } },
        C: { Type: 'T' },
        D: { Type: 'T' },
      }),
    ).toEqual(['C', 'D', 'B', 'A']);
  });

  test('puts the types named first before the others, after what they need', () => {
    expect(order({ A: { Type: 'T' }, Pool: { Type: 'P', DependsOn: ['Role'] }, Role: { Type: 'R' } }, 'P')).toEqual([
      'Role',
      'Pool',
      'A',
    ]);
  });

  test('refuses a circle', () => {
    expect(() => order({ A: { Type: 'T', DependsOn: 'B' }, B: { Type: 'T', DependsOn: 'A' } })).toThrow('A → B → A');
  });
});
