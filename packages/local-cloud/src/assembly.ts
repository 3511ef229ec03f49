import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { Template } from './template.ts';

// https://github.com/aws/aws-cdk/tree/main/packages/aws-cdk-lib/cloud-assembly-schema
const Artifact = z.object({
  type: z.string(),
  displayName: z.string().optional(),
  dependencies: z.array(z.string()).default([]),
  properties: z
    .object({
      templateFile: z.string().optional(),
      stackName: z.string().optional(),
      directoryName: z.string().optional(),
      file: z.string().optional(),
    })
    .default({}),
});
type Artifact = z.infer<typeof Artifact>;

const Manifest = z.object({ artifacts: z.record(z.string(), Artifact).default({}) });

const AssetManifest = z.object({
  files: z
    .record(
      z.string(),
      z.object({
        source: z.object({ path: z.string().optional(), packaging: z.string().optional() }),
        destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
      }),
    )
    .default({}),
});

export interface AssemblyStack {
  readonly name: string;
  readonly template: Template;
  /** Absolute path of each zipped asset's directory, by the key it would have in the assets bucket. */
  readonly assets: ReadonlyMap<string, string>;
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

const readAssets = (directory: string, artifacts: Iterable<Artifact>): Map<string, string> => {
  const assets = new Map<string, string>();
  for (const { type, properties } of artifacts) {
    if (type !== 'cdk:asset-manifest' || properties.file === undefined) continue;
    const manifest = AssetManifest.parse(readJson(path.join(directory, properties.file)));
    for (const { source, destinations } of Object.values(manifest.files)) {
      if (source.packaging !== 'zip' || source.path === undefined) continue;
      for (const { objectKey } of Object.values(destinations)) {
        assets.set(objectKey, path.resolve(directory, source.path));
      }
    }
  }
  return assets;
};

/** Dependencies first, as CloudFormation deploys them. */
const inDeploymentOrder = (artifacts: Readonly<Record<string, Artifact>>): Artifact[] => {
  const ordered = new Map<string, Artifact>();
  const visit = (id: string): void => {
    const artifact = artifacts[id];
    if (artifact === undefined || ordered.has(id)) return;
    for (const dependency of artifact.dependencies) visit(dependency);
    ordered.set(id, artifact);
  };
  for (const id of Object.keys(artifacts)) visit(id);
  return [...ordered.values()];
};

/** The stacks of an app without stages, in the order in which they deploy. @param directory the output of the synthesis */
export const readStacks = (directory: string): AssemblyStack[] => {
  const { artifacts } = Manifest.parse(readJson(path.join(directory, 'manifest.json')));
  return inDeploymentOrder(artifacts).flatMap((artifact) => {
    const { templateFile, stackName } = artifact.properties;
    if (artifact.type !== 'aws:cloudformation:stack' || templateFile === undefined) return [];
    const own = artifact.dependencies.flatMap((id) => artifacts[id] ?? []);
    return [
      {
        name: stackName ?? path.basename(templateFile, '.template.json'),
        template: Template.parse(readJson(path.join(directory, templateFile))),
        assets: readAssets(directory, own),
      },
    ];
  });
};

/**
 * The stacks of one stage, in the order in which they deploy.
 * @param directory the output of the synthesis
 * @throws Error when the assembly has no such stage
 */
export const readStage = (directory: string, stage: string): AssemblyStack[] => {
  const { artifacts } = Manifest.parse(readJson(path.join(directory, 'manifest.json')));
  const nested = Object.entries(artifacts).find(
    ([id, { type, displayName }]) =>
      type === 'cdk:cloud-assembly' && (displayName === stage || id === `assembly-${stage}`),
  )?.[1].properties.directoryName;
  if (nested === undefined) throw new Error(`the cloud assembly in ${directory} has no stage ${stage}`);
  return readStacks(path.join(directory, nested));
};
