import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** https://docs.aws.amazon.com/cdk/api/v2/docs/aws-cdk-lib.cloud_assembly_schema-readme.html */
const manifest = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      displayName: z.string().optional(),
      properties: z.object({ templateFile: z.string().optional(), directoryName: z.string().optional() }).default({}),
    }),
  ),
});

const artifactsIn = (folder: string) =>
  Object.values(manifest.parse(JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'))).artifacts);

/** The stacks of an assembly and of the stages in it: the files of their templates, by the names that the CDK selects them by. */
export const stacksIn = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    artifactsIn(folder).flatMap(({ type, displayName = '', properties: { templateFile, directoryName } }) => {
      if (type === 'cdk:cloud-assembly' && directoryName !== undefined) {
        return Array.from(stacksIn(path.join(folder, directoryName)));
      }
      if (type !== 'aws:cloudformation:stack' || templateFile === undefined) return [];
      return [[displayName, path.join(folder, templateFile)] as const];
    }),
  );
