import path from 'node:path';
import { Source, type ISource } from 'aws-cdk-lib/aws-s3-deployment';
import { AssetHashType, DockerImage } from 'aws-cdk-lib/core';

const root = path.join(import.meta.dirname, '..');

/**
 * Files that are built at the synthesis, and deployed again when the build gives other files.
 * @param folder the sources, from the root of the project
 * @param build writes the files into a directory
 */
export const builtAsset = (folder: string, build: (root: string, directory: string) => void): ISource =>
  Source.asset(path.join(root, folder), {
    exclude: ['dist', 'node_modules'],
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      local: {
        tryBundle: (directory) => {
          build(root, directory);
          return true;
        },
      },
      // Required but unused: the local bundling succeeds or throws.
      image: DockerImage.fromRegistry('none'),
    },
  });
