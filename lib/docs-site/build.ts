import { execFileSync } from 'node:child_process';
import type { ISource } from 'aws-cdk-lib/aws-s3-deployment';
import { builtAsset } from '../built-asset.ts';
import { docsPath } from './paths.ts';

/**
 * The files of the documentation for partners, with the packages of the clients. They contain nothing of a stage.
 * @throws Error when the site can't be built, with what it said
 */
export const docsBuild = (): ISource =>
  builtAsset('docs/partners', (root, directory) => {
    const build = ['tools/site.ts', '--base', docsPath, '--out', directory];
    // VitePress reports its progress on stderr. A failure has it in its message.
    execFileSync(process.execPath, build, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  });
