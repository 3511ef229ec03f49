import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { App, CfnResource, Stack, Stage } from 'aws-cdk-lib/core';
import { compareAssemblies } from '../../scripts/template-diff/compare-assemblies.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'assemblies-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** An assembly of stages with stacks; each stack has one queue, with a name. */
const assemblyOf = (name: string, stages: Readonly<Record<string, Readonly<Record<string, string>>>>): string => {
  const outdir = path.join(folder, name);
  const app = new App({ outdir });
  for (const [stage, stacks] of Object.entries(stages)) {
    const scope = new Stage(app, stage);
    for (const [id, QueueName] of Object.entries(stacks)) {
      new CfnResource(new Stack(scope, id), 'Queue', { type: 'AWS::SQS::Queue', properties: { QueueName } });
    }
  }
  app.synth();
  return outdir;
};

const sectionsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map((part) => [part.split('\n')[0] ?? '', part]),
  );

test('each stack of each stage is compared with what it was, also where a stage has several', async () => {
  const base = assemblyOf('base', {
    staging: { Service: 'old', Edge: 'same', Replica: 'gone' },
    production: { Service: 'same' },
  });
  const head = assemblyOf('head', {
    staging: { Service: 'renamed', Edge: 'same', Copies: 'added' },
    production: { Service: 'same' },
  });
  const sections = sectionsOf(await compareAssemblies(base, head));
  expect([...sections.keys()]).toEqual([
    'production/Service',
    'staging/Copies, new',
    'staging/Edge',
    'staging/Replica',
    'staging/Service',
  ]);
  expect(sections.get('staging/Service')).toMatch(/QueueName[\s\S]*old[\s\S]*renamed/);
  expect(sections.get('staging/Copies, new')).toMatch(/\[\+\] AWS::SQS::Queue/);
  expect(sections.get('staging/Edge')).toContain('There were no differences');
  expect(sections.get('production/Service')).toContain('There were no differences');
  expect(sections.get('staging/Replica')).toContain('not in the app any more');
});
