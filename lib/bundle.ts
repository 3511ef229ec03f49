import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Code, type AssetCode } from 'aws-cdk-lib/aws-lambda';
import { AssetHashType, DockerImage } from 'aws-cdk-lib/core';
import { buildSync, type BuildOptions, type OutputFile } from 'esbuild';

const root = path.join(import.meta.dirname, '..');

const options = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node24',
  // CommonJS starts faster: importing a built-in as ESM wakes undici, and the SDK's dynamic imports cost as well.
  format: 'cjs',
  supported: { 'dynamic-import': false },
  // The SDK's CommonJS files cannot be tree-shaken.
  mainFields: ['module', 'main'],
  // The few calls that are made of DynamoDB and KMS, without the SDK around them: docs/adr/0014-lean-aws-calls.md.
  alias: {
    '@aws-sdk/client-dynamodb': './lambdas/runtime/aws/dynamodb.ts',
    '@aws-sdk/lib-dynamodb': './lambdas/runtime/aws/dynamodb.ts',
    '@aws-sdk/util-dynamodb': './lambdas/runtime/aws/dynamodb.ts',
    '@aws-sdk/client-kms': './lambdas/runtime/aws/kms.ts',
  },
  minify: true,
  // One expression, as the loader wants it, in ASCII, which is read quickest.
  charset: 'ascii',
  banner: { js: '(function(exports,require,module){' },
  footer: { js: '})' },
  legalComments: 'none',
  sourcemap: 'external',
  sourcesContent: false,
  logLevel: 'warning',
} satisfies BuildOptions;

/**
 * Compiles the bundle out of what V8 compiled at synthesis, where that is for this Node.js and processor; V8 itself
 * refuses what it can't use, and then all is compiled as ever.
 * https://nodejs.org/api/vm.html#new-vmscriptcode-options
 */
const loader = `'use strict';
const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');
const filename = path.join(__dirname, 'bundle.js');
let cachedData;
try {
  cachedData = fs.readFileSync(path.join(__dirname, process.version + '-' + process.arch + '.cache'));
} catch {}
const source = fs.readFileSync(filename, 'latin1');
new vm.Script(source, { filename, cachedData }).runInThisContext()(exports, require, module);
`;

/** Functions that a partner waits for while they start. */
const awaited: ReadonlySet<string> = new Set(['lambdas/api/handler.ts']);

const builds = new Map<string, readonly OutputFile[]>();

/** The bundle and its source map; built once, for all stages, for its hash and for the disk. */
const built = (entry: string): readonly OutputFile[] => {
  const standing = builds.get(entry);
  if (standing !== undefined) return standing;
  const { outputFiles } = buildSync({ ...options, entryPoints: [entry], outfile: 'bundle.js', write: false });
  builds.set(entry, outputFiles);
  return outputFiles;
};

/** @param entry from the project's root, such as `lambdas/api/handler.ts` */
export const writeBundle = (entry: string, directory: string): void => {
  mkdirSync(directory, { recursive: true });
  for (const file of built(entry)) writeFileSync(path.join(directory, path.basename(file.path)), file.contents);
  writeFileSync(path.join(directory, 'index.js'), loader);
  if (!awaited.has(entry)) return;
  const { status, stderr } = spawnSync(
    process.execPath,
    [path.join(import.meta.dirname, 'make-code-cache.ts'), directory],
    { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`no code cache of ${entry}: ${stderr}`);
};

/** Of the code alone: what V8 compiles of the same code is not always the same. */
const hashOf = (entry: string): string => {
  const hash = createHash('sha256').update(loader).update(process.version).update(process.arch);
  for (const { contents } of built(entry)) hash.update(contents);
  for (const name of ['make-code-cache.ts', 'first-call.ts'])
    hash.update(readFileSync(path.join(import.meta.dirname, name)));
  return hash.digest('hex');
};

/**
 * One function's code: the entry and all it imports in one file, and what V8 compiles of it. Never asks for Docker:
 * esbuild succeeds here or the synthesis ends with what it said. Stages share the bundle, for it holds nothing of a stage.
 * @param entry from the project's root, such as `lambdas/api/handler.ts`
 */
export const bundle = (entry: string): AssetCode =>
  Code.fromAsset(root, {
    assetHashType: AssetHashType.CUSTOM,
    assetHash: hashOf(entry),
    bundling: {
      // What the CDK tells one bundle from another by, with its options.
      command: [entry, JSON.stringify(options)],
      local: {
        tryBundle: (outputDirectory) => {
          writeBundle(entry, outputDirectory);
          return true;
        },
      },
      // Required, and out of reach: the local bundling above either succeeds or throws.
      image: DockerImage.fromRegistry('none'),
    },
  });
