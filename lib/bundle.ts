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
  // CommonJS starts faster: importing a built-in as ESM wakes undici, and the SDK's dynamic imports cost as well.
  format: 'cjs',
  supported: { 'dynamic-import': false },
  // The SDK's CommonJS files cannot be tree-shaken.
  mainFields: ['module', 'main'],
  minify: true,
  // Read quickest.
  charset: 'ascii',
  legalComments: 'none',
  sourcemap: 'external',
  sourcesContent: false,
  logLevel: 'warning',
} satisfies BuildOptions;

const optionsFor = {
  // The few calls that are made of DynamoDB and KMS, without the SDK around them: docs/adr/0017-calling-aws.md.
  lean: {
    ...common,
    alias: {
      '@aws-sdk/client-dynamodb': './lambdas/runtime/aws/dynamodb.ts',
      '@aws-sdk/lib-dynamodb': './lambdas/runtime/aws/dynamodb.ts',
      '@aws-sdk/client-kms': './lambdas/runtime/aws/kms.ts',
      // Not `@smithy/core/retry` itself: clients of other services need the whole of it.
      '#retry': './lambdas/runtime/aws/retry.mjs',
    },
  },
  sdk: common,
} satisfies Record<AwsClient, BuildOptions>;

/** The bundle and its source map. */
type Built = readonly OutputFile[];

const builds = new Map<string, Built>();

/** Built once, for all stages, for its hash and for the disk. */
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
 * One function's code: the entry and all it imports in one file. Never asks for Docker: esbuild succeeds here or the
 * synthesis ends with what it said. Stages with the same client share the bundle, for it holds nothing of a stage.
 * @param entry from the project's root, such as `lambdas/api/handler.ts`
 */
export const bundle = (entry: string, awsClient: AwsClient): AssetCode =>
  Code.fromAsset(root, {
    assetHashType: AssetHashType.CUSTOM,
    assetHash: hashOf(built(entry, awsClient)),
    bundling: {
      // What the CDK tells one bundle from another by, with its options.
      command: [entry, JSON.stringify(optionsFor[awsClient])],
      local: {
        tryBundle: (outputDirectory) => {
          writeBundle(entry, awsClient, outputDirectory);
          return true;
        },
      },
      // Required, and out of reach: the local bundling above either succeeds or throws.
      image: DockerImage.fromRegistry('none'),
    },
  });
