/** `npm run packages`: packs what partners install, as files. */
import { Command } from 'commander';
import { packAll } from './packages/pack-all.ts';

const { out } = new Command('npm run packages --')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .description('Packs the clients, listen and the server for agents, as they are published and as the site has them.')
  .option('--out <directory>', 'where the files are written', 'build/packages')
  .helpOption('-h, --help', 'show this')
  .parse()
  .opts<{ out: string }>();

for (const name of await packAll(out)) console.log(`${out}/${name}`);
