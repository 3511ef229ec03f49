import { describe, expect, test } from '@jest/globals';
import { Stack } from 'aws-cdk-lib/core';
import { Template } from 'aws-cdk-lib/assertions';
import { z } from 'zod';
import { replicaKeyArnOf, tableArnOf } from '../../lib/disasters.ts';
import { standbyOf, whereItServes } from '../../lib/standby.ts';
import { stacksOf } from '../../lib/stage-stacks.ts';
import type { DeployedStage } from '../../lib/stages.ts';
import { production } from '../../lib/stages.ts';
import { ofType, synthesise, synthesiseEdge, withApp } from '../../tools/harness/synthesised.ts';
import { wholeStage } from './whole-stage.ts';
import { withStandby } from './with-domain.ts';

const region = 'eu-central-1';
const replica = withStandby(production, region);
const { standby } = replica;
const stage: DeployedStage = { ...wholeStage(production), replica };
const failedOver = whereItServes({ ...stage, tables: { ...stage.tables, failedOver: true } });

/** The standby's template, as it is deployed with the stage. */
const closed = withApp((app) => {
  const stack = app.addStage(stage).node.scope?.node.findChild('Standby');
  if (!(stack instanceof Stack)) throw new Error('there is no standby');
  expect([stack.stackName, stack.region]).toEqual(['swift-worker-production', region]);
  return z
    .object({
      Resources: z.record(z.string(), z.object({ Type: z.string(), Properties: z.looseObject({}).default({}) })),
    })
    .parse(Template.fromStack(stack).toJSON()).Resources;
});
const open = synthesise(failedOver);
const propertiesOf = (resources: Parameters<typeof ofType>[0] | typeof closed, type: string) =>
  Object.values(resources).flatMap((one) => (one.Type === type ? [one.Properties] : []));

describe('a standby', () => {
  test('is deployed last, so that it always has the version of the stage', () => {
    expect(stacksOf(stage).at(-1)).toEqual({ part: 'standby', name: 'swift-worker-production', region });
  });

  test('works on the replica of the table, with the replica of the key, and on none of its own', () => {
    expect(propertiesOf(closed, 'AWS::DynamoDB::GlobalTable')).toEqual([]);
    expect(closed['Key']).toBeUndefined();
    const readers = propertiesOf(closed, 'AWS::Lambda::EventSourceMapping').filter(
      ({ StartingPosition: position }) => position !== undefined,
    );
    expect(readers).toHaveLength(2);
    for (const reader of readers)
      expect(reader).toMatchObject({ EventSourceArn: standby.streamArn, StartingPosition: 'LATEST', Enabled: false });
    expect(JSON.stringify(closed)).toContain(`"TABLE_NAME":"replicated"`);
    expect(JSON.stringify(closed)).toContain(`"Resource":"${replicaKeyArnOf(replica)}"`);
  });

  test('refers to nothing of the first region', () => {
    expect(JSON.stringify(closed)).not.toContain(production.region);
    expect(JSON.stringify(open.Resources)).not.toContain(production.region);
  });

  test('does nothing while it is closed, and tells nobody', () => {
    expect(new Set(propertiesOf(closed, 'AWS::Lambda::EventSourceMapping').map((one) => one['Enabled']))).toEqual(
      new Set([false]),
    );
    expect(new Set(propertiesOf(closed, 'AWS::Events::Rule').map((one) => one['State']))).toEqual(
      new Set(['DISABLED']),
    );
    expect(propertiesOf(closed, 'AWS::SNS::Subscription')).toEqual([]);
    // The portal of the serving stage has one bucket for both.
    expect(propertiesOf(closed, 'Custom::CDKBucketDeployment')).toEqual([]);
  });
});

describe('after the fail-over', () => {
  test('the stack has the same name and the same readers, which run', () => {
    expect([open.stackName, open.terminationProtection]).toEqual(['swift-worker-production', true]);
    for (const reader of ['ChangeRelaySource', 'JournalSource'])
      expect([reader, open.Resources[reader]?.Properties]).toEqual([
        reader,
        { ...closed[reader]?.Properties, Enabled: true },
      ]);
  });

  test('the edge is the same: its records, and a secret that both regions have', () => {
    const edge = synthesiseEdge(failedOver).Resources;
    expect(edge).toEqual(synthesiseEdge(stage).Resources);
    expect(edge['OriginSecret']?.Properties).toMatchObject({
      ReplicaRegions: [{ Region: production.region }, { Region: region }],
    });
  });

  test('nothing of the standby is taken away', () => {
    const gone = Object.entries(closed).filter(([id]) => !(id in open.Resources));
    // A version comes with each change of a function, and the id of one permission has the name of the construct.
    const renewed = ['AWS::Lambda::Version', 'AWS::Lambda::Permission'];
    expect(gone.filter(([, { Type: type }]) => !renewed.includes(type))).toEqual([]);
  });
});

test('after a restore there is no standby, until it names the new table', () => {
  expect(standbyOf({ ...stage, tables: { ...stage.tables, serving: 2 } })).toBeNull();
});

test('a table of the stage itself can be restored after a fail-over', () => {
  const { Resources } = synthesise({ ...failedOver, tables: { serving: 2, beside: [1], maintenance: 'off' } });
  expect(ofType(Resources, 'AWS::DynamoDB::GlobalTable').map(([id]) => id)).toEqual(['Table2']);
});

test.each([
  [{ ...replica, table: false }, 'needs replica.table'],
  [
    { ...replica, standby: { ...standby, streamArn: tableArnOf(standby) } },
    'must be the ARN of a stream in eu-central-1',
  ],
  [{ ...replica, standby: { ...standby, certificateArn: undefined } }, 'certificateArn of production is missing'],
])('%j is refused', (values, message) => {
  expect(() => synthesise({ ...stage, replica: values })).toThrow(message);
});
