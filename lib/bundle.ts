import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Code, type AssetCode } from 'aws-cdk-lib/aws-lambda';
import { AssetHashType, DockerImage } from 'aws-cdk-lib/core';
import { buildSync, type BuildOptions } from 'esbuild';
import { loadedFiles, loadsName, type LoadedFile } from './loaded-file.ts';

/** The clients of AWS in the bundles, but S3's: docs/adr/0017-calling-aws.md. */
export type AwsClient = 'lean' | 'sdk';

const root = path.join(import.meta.dirname, '..');
const dispatcher = 'lambdas/functions/dispatcher.ts';
const splitProgram = path.join(import.meta.dirname, 'split-bundle.ts');

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

export const aliases = {
  // The client of lambdas/runtime/aws instead of the SDK: docs/adr/0017-calling-aws.md.
  lean: {
    '@aws-sdk/client-dynamodb': './lambdas/runtime/aws/dynamodb.ts',
    '@aws-sdk/lib-dynamodb': './lambdas/runtime/aws/dynamodb.ts',
    '@aws-sdk/client-kms': './lambdas/runtime/aws/kms.ts',
    '@aws-sdk/client-cognito-identity-provider': './lambdas/runtime/aws/cognito.ts',
    '@aws-sdk/client-sqs': './lambdas/runtime/aws/sqs.ts',
    '@aws-sdk/client-secrets-manager': './lambdas/runtime/aws/secrets-manager.ts',
    // An alias of its own, because the client of S3 needs the whole of `@smithy/core/retry`.
    '#retry': './lambdas/runtime/aws/retry.mjs',
  },
  sdk: {},
} satisfies Record<AwsClient, Readonly<Record<string, string>>>;

/** A file of a bundle, or its source map. */
interface BundleFile {
  readonly name: string;
  readonly contents: Uint8Array;
}
interface Built {
  readonly files: readonly BundleFile[];
  readonly loads: readonly LoadedFile[];
}

/** The whole function in one file. */
const buildWhole = (entry: string, awsClient: AwsClient): Built => {
  const { outputFiles, metafile } = buildSync({
    ...common,
    alias: aliases[awsClient],
    entryPoints: [entry],
    outfile: 'index.js',
    write: false,
    metafile: true,
  });
  const inputs = Object.entries(metafile.outputs['index.js']?.inputs ?? {});
  const modules = inputs.map(([source, { bytesInOutput: characters }]) => ({ source, characters }));
  return {
    files: outputFiles.map(({ path: file, contents }) => ({ name: path.basename(file), contents })),
    loads: [{ name: 'index.js', requires: [], modules }],
  };
};

/** In files that are loaded when they are needed. esbuild splits only ES modules: https://esbuild.github.io/api/#splitting */
const buildSplit = (entry: string, awsClient: AwsClient): Built => {
  const directory = mkdtempSync(path.join(tmpdir(), 'bundle-'));
  try {
    const task = JSON.stringify({ root, entry, alias: aliases[awsClient], directory });
    execFileSync(process.execPath, [splitProgram, task], { stdio: ['ignore', 2, 2] });
    const read = (name: string): Uint8Array => readFileSync(path.join(directory, name));
    const names = readdirSync(directory).filter((name) => name !== loadsName);
    return {
      files: names.toSorted().map((name) => ({ name, contents: read(name) })),
      loads: loadedFiles.parse(JSON.parse(Buffer.from(read(loadsName)).toString())),
    };
  } finally {
    rmSync(directory, { recursive: true });
  }
};

const builds = new Map<string, Built>();

/** Built once for all stages. Callers wait for a cold start of the dispatcher, so its bundle is split. */
const built = (entry: string, awsClient: AwsClient): Built => {
  const id = `${awsClient} ${entry}`;
  const existing = builds.get(id);
  if (existing !== undefined) return existing;
  const fresh = (entry === dispatcher ? buildSplit : buildWhole)(entry, awsClient);
  builds.set(id, fresh);
  return fresh;
};

/** @param entry from the project's root, such as `lambdas/functions/dispatcher.ts` */
export const writeBundle = (entry: string, awsClient: AwsClient, directory: string): void => {
  mkdirSync(directory, { recursive: true });
  for (const file of built(entry, awsClient).files) {
    writeFileSync(path.join(directory, file.name), file.contents);
  }
};

/** What each file of the function loads. */
export const loadsOf = (entry: string, awsClient: AwsClient): readonly (LoadedFile & { readonly bytes: number })[] => {
  const { files, loads } = built(entry, awsClient);
  const sizes = new Map(files.map(({ name, contents }) => [name, contents.length]));
  return loads.map((file) => ({ ...file, bytes: sizes.get(file.name) ?? 0 }));
};

const hashOf = ({ files }: Built): string => {
  const hash = createHash('sha256');
  for (const { name, contents } of files) hash.update(`${name}:${contents.length}:`).update(contents);
  return hash.digest('hex');
};

/**
 * One function's code, bundled without Docker. Stages with the same client share the bundle, which contains nothing of a
 * stage.
 * @param entry from the project's root, such as `lambdas/functions/dispatcher.ts`
 * @param isRequired false for a stack whose code is not used, as for `cdk list`: nothing is built then
 */
export const bundle = (entry: string, awsClient: AwsClient, isRequired: boolean): AssetCode =>
  Code.fromAsset(root, {
    assetHashType: AssetHashType.CUSTOM,
    assetHash: isRequired ? hashOf(built(entry, awsClient)) : `${entry} ${awsClient}`,
    bundling: {
      // The CDK caches bundles by these options.
      command: [entry, JSON.stringify({ ...common, alias: aliases[awsClient] })],
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
