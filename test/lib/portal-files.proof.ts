import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { ofType, synthesise } from '../../tools/harness/synthesised.ts';
import { edge, hostedZone, withDomain } from './with-domain.ts';

const service = synthesise({ ...withDomain({ hostedZone, edge }), portal: { publishableKey: 'pk_test_0123456789' } });

describe.each([
  ['portal', 'Portal'],
  ['docs', 'Docs'],
])('the files below /%s/', (folder, name) => {
  const Deployment = z.looseObject({
    DestinationBucketName: z.unknown(),
    DestinationBucketKeyPrefix: z.string(),
    Exclude: z.array(z.string()),
    SystemMetadata: z.object({ 'cache-control': z.string() }),
  });
  const deployments = ofType(service.Resources, 'Custom::CDKBucketDeployment')
    .map(([logicalId, { Properties }]) => [logicalId, Deployment.parse(Properties)] as const)
    .filter(([, { DestinationBucketKeyPrefix: prefix }]) => prefix === folder);
  const [[, assets] = [], [pagesId, pages] = []] = deployments.toSorted(([one], [other]) => one.localeCompare(other));

  test('are copied to the bucket of the edge, and none is removed', () => {
    expect(deployments).toHaveLength(2);
    for (const [, deployment] of deployments) {
      expect(deployment).toMatchObject({
        DestinationBucketName: {
          'Fn::Join': ['', ['swift-worker-staging-portal-', { Ref: 'AWS::AccountId' }, '-us-east-1-an']],
        },
        Prune: false,
      });
    }
  });

  test('are kept for ever by browsers when a hash is in their names, and asked for each time otherwise', () => {
    expect(assets).toMatchObject({
      Exclude: ['*'],
      Include: ['assets/*'],
      SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' },
    });
    expect(pages).toMatchObject({ Exclude: ['assets/*'], SystemMetadata: { 'cache-control': 'no-cache' } });
    expect(pages).not.toHaveProperty('Include');
  });

  test('come in order: the API, the files that pages name, the pages', () => {
    const Order = z.object({ Resources: z.record(z.string(), z.looseObject({ DependsOn: z.unknown().optional() })) });
    const dependencies = JSON.stringify(Order.parse(service.template.toJSON()).Resources[pagesId ?? '']?.DependsOn);
    expect(dependencies).toMatch(new RegExp(`"Portal${name}Assets\\w*CustomResource`));
    expect(dependencies).toContain('"Dispatcher');
  });

  test('leave with the stage, unless it retains its data', () => {
    expect(pages).toMatchObject({ RetainOnDelete: false });
  });

  test('tell the portal alone the API on its origin, and the client of the stage', () => {
    expect(JSON.stringify(pages?.['SourceMarkers'] ?? '').includes('{"Ref":"PortalClient"}')).toBe(folder === 'portal');
  });
});
