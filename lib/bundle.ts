import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Code, type AssetCode } from 'aws-cdk-lib/aws-lambda';
import { AssetHashType, DockerImage } from 'aws-cdk-lib/core';
import type { LoadedFile } from './loaded-file.ts';
import { bundling, splitEntry, type Bundle } from './split-entry.ts';

const root = path.join(import.meta.dirname, '..');

const bundles = new Map<string, Bundle>();

/** Built once for all stages. */
const built = (entry: string): Bundle => {
  const fresh = bundles.get(entry) ?? splitEntry(entry);
  bundles.set(entry, fresh);
  return fresh;
};

/** @param entry from the project's root, such as `lambdas/functions/dispatcher.ts` */
export const writeBundle = (entry: string, directory: string): void => {
  mkdirSync(directory, { recursive: true });
  for (const { name, contents } of built(entry).files) writeFileSync(path.join(directory, name), contents);
};

/** What each file of the function loads. */
export const loadsOf = (entry: string): readonly (LoadedFile & { readonly bytes: number })[] => {
  const { files, loads } = built(entry);
  const sizes = new Map(files.map(({ name, contents }) => [name, contents.length]));
  return loads.map((file) => ({ ...file, bytes: sizes.get(file.name) ?? 0 }));
};

const hashOf = ({ files }: Bundle): string => {
  const hash = createHash('sha256');
  for (const { name, contents } of files) hash.update(`${name}:${contents.length}:`).update(contents);
  return hash.digest('hex');
};

/**
 * One function's code, bundled without Docker. All stages share the bundle, which contains nothing of a stage.
 * @param entry from the project's root, such as `lambdas/functions/dispatcher.ts`
 * @param isRequired false for a stack whose code is not used, as for `cdk list`: nothing is built then
 */
export const bundle = (entry: string, isRequired: boolean): AssetCode =>
  Code.fromAsset(root, {
    assetHashType: AssetHashType.CUSTOM,
    assetHash: isRequired ? hashOf(built(entry)) : entry,
    bundling: {
      // The CDK caches bundles by these options.
      command: [entry, JSON.stringify(bundling)],
      local: {
        tryBundle: (outputDirectory) => {
          writeBundle(entry, outputDirectory);
          return true;
        },
      },
      // Required but unused: the local bundling succeeds or throws.
      image: DockerImage.fromRegistry('none'),
    },
  });
