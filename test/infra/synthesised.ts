import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { z } from 'zod';
import { ServiceApp } from '../../lib/service-app.ts';
import { local, production, staging, type StageConfig } from '../../lib/stages.ts';

const Resource = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  DeletionPolicy: z.string().optional(),
  UpdateReplacePolicy: z.string().optional(),
});
export type Resource = z.infer<typeof Resource>;

const Document = z.object({
  Resources: z.record(z.string(), Resource),
  Parameters: z.record(z.string(), z.unknown()),
  Outputs: z.record(z.string(), z.unknown()),
});

export const allStages: readonly StageConfig[] = [local, staging, production];

/** Runs `use` with an app that bundles nothing and leaves nothing behind. */
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
    return { stackName: stack.stackName, template, ...Document.parse(template.toJSON()) };
  });

/** The resources of a type, by logical id. */
export const ofType = (resources: Readonly<Record<string, Resource>>, type: string): [string, Resource][] =>
  Object.entries(resources).filter(([, resource]) => resource.Type === type);
