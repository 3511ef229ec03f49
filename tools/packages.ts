/** `npm run packages`: packs what partners install, as files. */
import { Command } from 'commander';
import { packAll } from './packages/pack-all.ts';
import { packSandboxInto } from './packages/pack-sandbox.ts';
import { digestsOf, faultsOf, readReleased, record } from './packages/released.ts';

const options = new Command('npm run packages --')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .description('Packs the clients, listen and the server for agents, as they are published and as the site has them.')
  .option('--out <directory>', 'where the files are written', 'build/packages')
  .option('--sandbox', 'the local stack as well: without a digest, because every change of the service changes it')
  .option('--record', 'add the digests of new files to tools/packages/released.json')
  .helpOption('-h, --help', 'show this')
  .parse()
  .opts<{ out: string; sandbox?: true; record?: true }>();

const names = await packAll(options.out);
for (const name of names) console.log(`${options.out}/${name}`);
const packed = await digestsOf(options.out, names);
if (options.record === true) await record(packed);
if (options.sandbox === true) console.log(`${options.out}/${await packSandboxInto(options.out)}`);
for (const fault of faultsOf(packed, await readReleased())) {
  console.error(fault);
  process.exitCode = 1;
}
