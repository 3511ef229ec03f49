/** `npm run generate`: writes the files that are generated from the code, in seconds. `--built`: only those that git ignores. */
import { readFile, writeFile } from 'node:fs/promises';
import { builtFiles, generatedFiles } from './docs/generated-files.ts';

for (const { file, make } of process.argv.includes('--built') ? builtFiles : generatedFiles) {
  const place = new URL(`../${file}`, import.meta.url);
  const made = await make();
  if (made === (await readFile(place, 'utf8').catch(() => null))) continue;
  await writeFile(place, made);
  console.log(file);
}
