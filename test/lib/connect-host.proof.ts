import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { viewerHostFunction } from '../../lib/constructs/distribution.ts';
import type { DeployedStage } from '../../lib/stages.ts';
import { ofType, synthesise, synthesiseEdge } from '../../tools/harness/synthesised.ts';
import { edge, hostedZone, withDomain } from './with-domain.ts';

const stage: DeployedStage = { ...withDomain({ hostedZone, edge }), portal: { publishableKey: 'pk_test_made' } };
const own = 'https://connect.api.partner-api.test';

describe('the hosted pages of a stage with a portal', () => {
  const { Resources, Outputs } = synthesise(stage);
  const variablesOf = (id: string) =>
    z
      .object({ Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }) })
      .parse(Resources[id]?.Properties).Environment.Variables;

  test('are on a host of their own, and on no other', () => {
    expect(variablesOf('Connect')).toMatchObject({ BASE_URL: own, OWN_HOST: 'on' });
    expect(variablesOf('Dispatcher')).toMatchObject({ BASE_URL: own });
    expect(Outputs['SignUpRedirectUrl']).toEqual({ Value: `${own}/connect/callback` });
  });

  test('leave the API, its description and the callbacks where they are', () => {
    expect(variablesOf('OpenApi')).toMatchObject({ BASE_URL: 'https://api.partner-api.test' });
    expect(Outputs['ApiUrl']).toEqual({ Value: 'https://api.partner-api.test/functions/v1/swift-worker' });
    expect(Outputs['PlatformCallbackUrl']).toEqual({ Value: 'https://api.partner-api.test/platform/callback' });
  });

  test('have records that lead to CloudFront', () => {
    const records = ofType(Resources, 'AWS::Route53::RecordSet').map(([, { Properties }]) => [
      Properties['Name'],
      Properties['Type'],
    ]);
    expect(records).toContainEqual(['connect.api.partner-api.test.', 'A']);
    expect(records).toContainEqual(['connect.api.partner-api.test.', 'AAAA']);
  });
});

test('without a portal the hosted pages are on the host of the API', () => {
  const { Resources } = synthesise(withDomain({ hostedZone, edge }));
  expect(JSON.stringify(Resources)).not.toMatch(/connect\.api\.partner-api|OWN_HOST/);
});

describe('CloudFront', () => {
  const { template } = synthesiseEdge(stage);

  test('answers for both hosts, over TLS only ever after', () => {
    template.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: { Aliases: ['api.partner-api.test', 'connect.api.partner-api.test'] },
    });
    // The managed policy SecurityHeadersPolicy.
    template.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        DefaultCacheBehavior: { ResponseHeadersPolicyId: '67f7725c-6f97-4210-82d7-5512b31e9d03' },
      },
    });
  });

  test('tells the hosted pages which host was asked, whatever the caller says of it', () => {
    const event = {
      request: { headers: { host: { value: 'api.example' }, 'x-viewer-host': { value: 'connect.example' } } },
    };
    const handled = z
      .object({ headers: z.object({ 'x-viewer-host': z.object({ value: z.string() }) }) })
      .parse(runInNewContext(`${viewerHostFunction}\nhandler(event);`, { event }));
    expect(handled.headers['x-viewer-host'].value).toBe('api.example');
    template.hasResourceProperties('AWS::CloudFront::Function', {
      FunctionCode: viewerHostFunction,
      AutoPublish: true,
    });
  });
});
