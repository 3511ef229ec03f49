/** `npm run site`: builds the documentation for partners as static files. */
import { Command } from 'commander';
import { buildSite } from './site/build.ts';

const { base, out, sourcemap } = new Command('npm run site --')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .description('Builds the documentation site for partners as static files.')
  .option('--base <path>', 'the path that it is served under, with a slash at both ends', '/')
  .option('--out <directory>', 'where the files are written', 'build/site')
  .option('--sourcemap', 'writes the source maps of the scripts as well', false)
  .parse()
  .opts<{ base: string; out: string; sourcemap: boolean }>();

await buildSite(out, { base, sourcemap });
