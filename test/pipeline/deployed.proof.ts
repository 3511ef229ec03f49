import { beforeAll, expect, test } from '@jest/globals';
import { readDeployed, type Deployed } from '../../scripts/dependencies/deployed.ts';

let deployed: Deployed;
beforeAll(() => {
  deployed = readDeployed();
});

const has = (name: string): boolean => deployed.folders.has(`node_modules/${name}`);

test.each([
  'zod',
  '@middy/core',
  'aws-jwt-verify',
  '@aws-sdk/client-cognito-identity-provider',
  '@aws-sdk/client-dynamodb',
  '@aws-sdk/client-kms',
  '@aws-sdk/client-s3',
  '@aws-sdk/client-secrets-manager',
  '@aws-sdk/client-sqs',
  '@aws-sdk/lib-dynamodb',
])('the functions have code of %s', (name) => {
  expect(has(name)).toBe(true);
});

test.each(['react', '@cloudscape-design/components', 'oauth4webapi'])('the portal has code of %s', (name) => {
  expect(has(name)).toBe(true);
});

// The credentials of a function are in its environment.
test.each(['@aws-sdk/credential-provider-node', '@aws-sdk/nested-clients', 'aws-cdk-lib', 'fauxqs', 'jest'])(
  'nothing that is deployed has code of %s',
  (name) => {
    expect(has(name)).toBe(false);
  },
);

test('each package has a name and a version', () => {
  expect([...deployed.names].filter((name) => !/^(@[^/]+\/)?[^@/]+@\d/.test(name))).toEqual([]);
});
