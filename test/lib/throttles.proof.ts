import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { production, staging } from '../../lib/stages.ts';
import { ofType, synthesise, type Resource } from '../../tools/harness/synthesised.ts';

const Throttle = z.object({ ThrottlingRateLimit: z.number(), ThrottlingBurstLimit: z.number() });
const Stage = z.object({ DefaultRouteSettings: Throttle, RouteSettings: z.record(z.string(), Throttle) });
const Route = z.object({
  RouteKey: z.string(),
  Target: z.object({ 'Fn::Join': z.tuple([z.string(), z.tuple([z.string(), z.object({ Ref: z.string() })])]) }),
});
const Integration = z.object({ IntegrationUri: z.object({ Ref: z.string() }) });

const propertiesOf = (resources: Readonly<Record<string, Resource>>, id: string): unknown => resources[id]?.Properties;

/** What API Gateway lets through to each function, in all its routes. */
const letIn = (resources: Readonly<Record<string, Resource>>): ReadonlyMap<string, number> => {
  const [[, stage] = []] = ofType(resources, 'AWS::ApiGatewayV2::Stage');
  const { DefaultRouteSettings: others, RouteSettings: own } = Stage.parse(stage?.Properties);
  const sums = new Map<string, number>();
  for (const [, { Properties }] of ofType(resources, 'AWS::ApiGatewayV2::Route')) {
    const { RouteKey: key, Target: target } = Route.parse(Properties);
    const { Ref: integration } = target['Fn::Join'][1][1];
    const { IntegrationUri: uri } = Integration.parse(propertiesOf(resources, integration));
    const { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst } = own[key] ?? others;
    const id = uri.Ref.replace(/Alias$/, '');
    sums.set(id, (sums.get(id) ?? 0) + Math.max(rate, burst));
  }
  return sums;
};

// https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
describe.each([staging, production])('stage $name', (stage) => {
  const { Resources } = synthesise(stage);
  const functions = letIn(Resources);

  test('has the functions of all routes', () => {
    expect([...functions.keys()].toSorted()).toEqual(['Connect', 'Dispatcher', 'OpenApi', 'PlatformCallback']);
  });

  test.each(['Connect', 'Dispatcher', 'OpenApi', 'PlatformCallback'])(
    'lets no more through to %s than ten times what it reserves',
    (id) => {
      const Reserved = z.object({ ReservedConcurrentExecutions: z.number() });
      const reserved = Reserved.parse(propertiesOf(Resources, id)).ReservedConcurrentExecutions;
      expect(functions.get(id)).toBeLessThanOrEqual(10 * reserved);
    },
  );
});
