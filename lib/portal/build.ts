import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { Source, type ISource } from 'aws-cdk-lib/aws-s3-deployment';
import { AssetHashType, DockerImage } from 'aws-cdk-lib/core';

const root = path.join(import.meta.dirname, '../..');

/** @throws Error when the portal cannot be built; its output is on stderr */
const buildPortal = (directory: string): void => {
  const build = ['run', '-s', 'portal:build', '--', '--outDir', directory, '--emptyOutDir'];
  execFileSync('npm', build, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
};

/** The files of the portal, built at the synthesis. They contain nothing of a stage. */
export const portalBuild = (): ISource =>
  Source.asset(path.join(root, 'portal'), {
    exclude: ['dist', 'node_modules'],
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      local: {
        tryBundle: (directory) => {
          buildPortal(directory);
          return true;
        },
      },
      // Required but unused: the local bundling succeeds or throws.
      image: DockerImage.fromRegistry('none'),
    },
  });
