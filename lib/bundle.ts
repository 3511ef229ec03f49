import path from 'node:path';
import { Code, type AssetCode } from 'aws-cdk-lib/aws-lambda';
import { AssetHashType, DockerImage } from 'aws-cdk-lib/core';
import { buildSync, type BuildOptions } from 'esbuild';

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
  minify: true,
  legalComments: 'none',
  sourcemap: 'external',
  sourcesContent: false,
  logLevel: 'warning',
} satisfies BuildOptions;

/**
 * One function's code: the entry and all it imports, the AWS SDK too, in one file. Never asks for Docker: esbuild
 * succeeds here or the synthesis ends with what it said. Stages share the bundle, for it holds nothing of a stage.
 * @param entry from the project's root, such as `lambdas/api/handler.ts`
 */
export const bundle = (entry: string): AssetCode =>
  Code.fromAsset(root, {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // What the CDK tells one bundle from another by, with its options.
      command: [entry, JSON.stringify(options)],
      local: {
        tryBundle: (outputDirectory) => {
          buildSync({ ...options, entryPoints: [entry], outfile: path.join(outputDirectory, 'index.js') });
          return true;
        },
      },
      // Required, and out of reach: the local bundling above either succeeds or throws.
      image: DockerImage.fromRegistry('none'),
    },
  });
