import { describe, expect, test } from '@jest/globals';
import path from 'node:path';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { z } from 'zod';
import { Template } from 'aws-cdk-lib/assertions';
import { ServiceApp } from '../../lib/service-app.ts';
import { sourceContext } from '../../lib/source-commit.ts';
import { staging } from '../../lib/stages.ts';

const Functions = z.record(
  z.string(),
  z.object({
    Properties: z.object({
      Description: z.string(),
      Code: z.object({ S3Key: z.string() }),
      Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }),
    }),
  }),
);

const functionsOf = (context: Readonly<Record<string, string>>) => {
  const outdir = mkdtempSync(path.join(tmpdir(), 'provenance-'));
  try {
    const stack = new ServiceApp({ outdir, context: { ...context, 'aws:cdk:bundling-stacks': [] } }).addStage({
      ...staging,
      tracing: 'queues',
    });
    return Functions.parse(Template.fromStack(stack).findResources('AWS::Lambda::Function'));
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
};

const commits = ['1'.repeat(40), '2'.repeat(40)] as const;

describe('the functions of a deployment', () => {
  const [one, two] = commits.map((commit) => functionsOf({ source_commit: commit }));
  const names = Object.keys(one ?? {});

  test('name the commit that they were made from, in the description and for the log', () => {
    expect(names.length).toBeGreaterThan(15);
    for (const name of names) {
      const { Description: description, Environment: environment } = one?.[name]?.Properties ?? {};
      expect(description).toMatch(/\S\. Source: 1{40}$/);
      // https://docs.aws.amazon.com/lambda/latest/api/API_CreateFunction.html
      expect(description?.length).toBeLessThanOrEqual(256);
      expect(environment?.Variables['SOURCE_COMMIT']).toBe(commits[0]);
    }
  });

  test('have a bundle of their code alone: another commit with the same code has the same one', () => {
    for (const name of names) expect(two?.[name]?.Properties.Code).toEqual(one?.[name]?.Properties.Code);
  });

  test('that send to queues hand the trace on, where the stage says so', () => {
    const tracing = names.filter((name) => one?.[name]?.Properties.Environment.Variables['TRACE_QUEUES'] === 'true');
    expect(tracing.toSorted()).toEqual(['ChangeRelay', 'DueSweep', 'PlatformCallback']);
  });
});

test('the commit is the one that the tree was checked out of, and says so when files were changed', () => {
  const { source_commit: commit } = sourceContext(path.join(import.meta.dirname, '..', '..'));
  expect(commit).toMatch(/^[0-9a-f]{40}(-changed)?$/);
});

test('there is none where there is no repository', () => {
  expect(sourceContext(tmpdir())).toEqual({});
});
