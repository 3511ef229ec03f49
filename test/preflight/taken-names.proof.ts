import { expect, test } from '@jest/globals';
import { Template } from 'aws-cdk-lib/assertions';
import { Stack, Stage } from 'aws-cdk-lib/core';
import { z } from 'zod';
import { production, staging, type DeployedStage } from '../../lib/stages.ts';
import { namedResources } from '../../scripts/preflight/taken-names.ts';
import { withApp, withAuditCopy, withProbe } from '../../tools/harness/synthesised.ts';
import { edge, hostedZone, withDomain } from '../lib/with-domain.ts';

/** The stage with every value that makes more resources. */
const whole = (stage: DeployedStage): DeployedStage => {
  const { domain } = withDomain({ edge, hostedZone });
  const publishableKey = stage.name === 'production' ? 'pk_live_0123456789' : 'pk_test_0123456789';
  return withAuditCopy(
    withProbe({
      ...stage,
      account: '111122223333',
      ...(domain !== undefined && { domain }),
      portal: { publishableKey },
      backup: { region: 'eu-central-1', keepDays: 35 },
    }),
  );
};

const document = z.object({
  Resources: z.record(
    z.string(),
    z.object({
      Type: z.string(),
      DeletionPolicy: z.string().default('Delete'),
      Properties: z.record(z.string(), z.unknown()).default({}),
    }),
  ),
});

/** What outlives its stack under a name that is not the stack's own, and the records, which people make by hand as well. */
const lasting = (stage: DeployedStage): readonly string[] =>
  withApp((app) => {
    const scope = Stage.of(app.addStage(stage));
    const stacks = scope?.node.findAll().filter((one) => one instanceof Stack) ?? [];
    return stacks.flatMap((stack) =>
      Object.entries(document.parse(Template.fromStack(stack).toJSON()).Resources).flatMap(([id, resource]) => {
        const { Type: type, DeletionPolicy: policy, Properties: properties } = resource;
        const names = Object.entries(properties).filter(([key]) => /^[A-Za-z]*Name(Prefix)?$/.test(key));
        const isNamed = names.some(([, value]) => !JSON.stringify(value).includes('AWS::StackId'));
        const lasts = type === 'AWS::Route53::RecordSet' ? properties['Type'] === 'A' : policy.startsWith('Retain');
        return isNamed && lasts ? [id] : [];
      }),
    );
  });

test.each([staging, production].map(whole))('the preflight of $name looks for each name that may be taken', (stage) => {
  // Versions of functions have their function's name.
  const found = lasting(stage).filter((id) => !/Version/.test(id));
  const kept = namedResources(stage).map(({ logicalId }) => logicalId);
  expect(kept).toEqual(expect.arrayContaining(found));
  // Staging retains nothing.
  expect(found).toHaveLength(stage.name === 'production' ? kept.length : 4);
});
