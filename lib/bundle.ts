import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Code, type AssetCode } from 'aws-cdk-lib/aws-lambda';
import { AssetHashType, DockerImage } from 'aws-cdk-lib/core';
import { buildSync, type BuildOptions, type OutputFile } from 'esbuild';
import type { AwsClient } from './stages.ts';

const root = path.join(import.meta.dirname, '..');

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node24',
  // CommonJS starts faster: importing a built-in as ESM loads undici, and the SDK has dynamic imports.
  format: 'cjs',
  supported: { 'dynamic-import': false },
  // esbuild does not tree-shake the SDK's CommonJS files.
  mainFields: ['module', 'main'],
  minify: true,
  // ASCII loads fastest.
  charset: 'ascii',
  legalComments: 'none',
  sourcemap: 'external',
  sourcesContent: false,
  logLevel: 'warning',
} satisfies BuildOptions;

const optionsFor = {
  // The client of lambdas/runtime/aws instead of the SDK: docs/adr/0017-calling-aws.md.
  lean: {
    ...common,
    alias: {
      '@aws-sdk/client-dynamodb': './lambdas/runtime/aws/dynamodb.ts',
      '@aws-sdk/lib-dynamodb': './lambdas/runtime/aws/dynamodb.ts',
      '@aws-sdk/client-kms': './lambdas/runtime/aws/kms.ts',
      '@aws-sdk/client-cognito-identity-provider': './lambdas/runtime/aws/cognito.ts',
      // An alias of its own, because clients of other services need the whole of `@smithy/core/retry`.
      '#retry': './lambdas/runtime/aws/retry.mjs',
    },
  },
  sdk: common,
} satisfies Record<AwsClient, BuildOptions>;

/** The bundle and its source map. */
type Built = readonly OutputFile[];

const builds = new Map<string, Built>();

/** Built once for all stages. */
const built = (entry: string, awsClient: AwsClient): Built => {
  const id = `${awsClient} ${entry}`;
  const existing = builds.get(id);
  if (existing !== undefined) return existing;
  const { outputFiles } = buildSync({
    ...optionsFor[awsClient],
    entryPoints: [entry],
    outfile: 'index.js',
    write: false,
  });
  builds.set(id, outputFiles);
  return outputFiles;
};

/** @param entry from the project's root, such as `lambdas/api/handler.ts` */
export const writeBundle = (entry: string, awsClient: AwsClient, directory: string): void => {
  mkdirSync(directory, { recursive: true });
  for (const file of built(entry, awsClient)) {
    writeFileSync(path.join(directory, path.basename(file.path)), file.contents);
  }
};

const hashOf = (files: Built): string => {
  const hash = createHash('sha256');
  for (const { contents } of files) hash.update(contents);
  return hash.digest('hex');
};

/**
 * One function's code in one file, bundled without Docker. Stages with the same client share the bundle, which contains
 * nothing of a stage.
 * @param entry from the project's root, such as `lambdas/api/handler.ts`
 */
export const bundle = (entry: string, awsClient: AwsClient): AssetCode =>
  Code.fromAsset(root, {
    assetHashType: AssetHashType.CUSTOM,
    assetHash: hashOf(built(entry, awsClient)),
    bundling: {
      // The CDK caches bundles by these options.
      command: [entry, JSON.stringify(optionsFor[awsClient])],
      local: {
        tryBundle: (outputDirectory) => {
          writeBundle(entry, awsClient, outputDirectory);
          return true;
        },
      },
      // Required but unused: the local bundling succeeds or throws.
      image: DockerImage.fromRegistry('none'),
    },
  });
