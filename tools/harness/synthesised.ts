import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { Stack, Stage } from 'aws-cdk-lib/core';
import { z } from 'zod';
import { ServiceApp } from '../../lib/service-app.ts';
import { local, production, staging, type StageConfig } from '../../lib/stages.ts';

const Resource = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  DeletionPolicy: z.string().optional(),
  UpdateReplacePolicy: z.string().optional(),
  DependsOn: z.array(z.string()).optional(),
  Metadata: z.record(z.string(), z.unknown()).optional(),
});
export type Resource = z.infer<typeof Resource>;

const Document = z.object({
  Resources: z.record(z.string(), Resource),
  Parameters: z.record(z.string(), z.unknown()),
  Outputs: z.record(z.string(), z.unknown()).default({}),
});

export const allStages: readonly StageConfig[] = [local, staging, production];

/** The stage with copies of the audit trail. */
export const withAuditCopy = <Stage extends StageConfig>(stage: Stage): Stage => ({
  ...stage,
  auditCopy: { mode: 'COMPLIANCE', years: 7 },
});

export const withProbe = <Stage extends StageConfig>(stage: Stage): Stage => ({ ...stage, probe: 'on' });

/** The stage with all values that are absent until its operator sets them. */
export const configured = (stage: StageConfig): StageConfig =>
  stage.name === 'local'
    ? stage
    : {
        ...stage,
        account: stage.name === 'staging' ? '111111111111' : '222222222222',
        portalOrigins: [`https://portal.${stage.name}.test`],
        platformAppId: '100000000000001',
        signUp: { configId: '200000000000001', launch: 'dialog', coexistence: 'with_history' },
        alarms: { ...stage.alarms, subscribers: { page: ['on-call@operator.test'], ticket: ['team@operator.test'] } },
      };

/** Runs `use` with an app that bundles nothing and whose output is deleted. */
export const withApp = <T>(use: (app: ServiceApp) => T): T => {
  const outdir = mkdtempSync(path.join(tmpdir(), 'synthesised-'));
  try {
    return use(new ServiceApp({ outdir, context: { 'aws:cdk:bundling-stacks': [] } }));
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
};

/** A stage's template: with CDK's assertions, and parsed. */
export const synthesise = (stage: StageConfig) =>
  withApp((app) => {
    const stack = app.addStage(stage);
    const template = Template.fromStack(stack);
    const { stackName, account, terminationProtection } = stack;
    return { stackName, account, terminationProtection, template, ...Document.parse(template.toJSON()) };
  });

/** The template of a stage's edge. */
export const synthesiseEdge = (stage: StageConfig) =>
  withApp((app) => {
    const { node } = app.addStage(stage);
    const stack = node.scope?.node.findChild('Edge');
    if (!(stack instanceof Stack)) throw new Error('there is no edge');
    const template = Template.fromStack(stack);
    return {
      stack: { name: stack.stackName, region: stack.region },
      template,
      ...Document.parse(template.toJSON()),
    };
  });

/** The stacks of a stage, in the order in which they are deployed. */
export const deploymentOrderOf = (stage: StageConfig): readonly string[] =>
  withApp((app) => {
    const scope = Stage.of(app.addStage(stage));
    if (scope === undefined) throw new Error('the stack is in no stage');
    return scope.synth().stacks.map(({ stackName }) => stackName);
  });

/** The resources of a type, by logical id. */
export const ofType = (resources: Readonly<Record<string, Resource>>, type: string): [string, Resource][] =>
  Object.entries(resources).filter(([, resource]) => resource.Type === type);

/**
 * The deletion policies of a stage's data: it is retained, except after a failed creation, which must leave nothing behind.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-attribute-deletionpolicy.html
 */
export const policiesOf = ({ data }: StageConfig) =>
  data.removal === 'retain'
    ? { DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' }
    : { DeletionPolicy: 'Delete', UpdateReplacePolicy: 'Delete' };
