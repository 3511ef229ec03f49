import { execFileSync } from 'node:child_process';
import type { ISource } from 'aws-cdk-lib/aws-s3-deployment';
import { builtAsset } from '../built-asset.ts';

/**
 * The files of the portal. They contain nothing of a stage.
 * @throws Error when the portal can't be built; its output is on stderr
 */
export const portalBuild = (): ISource =>
  builtAsset('portal', (root, directory) => {
    const build = ['run', '-s', 'portal:build', '--', '--outDir', directory, '--emptyOutDir'];
    execFileSync('npm', build, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  });
