import { printMeasurement } from './bench/print.ts';
import { sections } from './bench/sections.ts';

/** `npm run bench -- [SECTION…]` measures all sections, or those named. */
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !sections.some((section) => section.name === name));
if (unknown.length > 0) {
  process.stderr.write(
    `no such section: ${unknown.join(', ')}; there are ${sections.map(({ name }) => name).join(', ')}\n`,
  );
  process.exit(1);
}
for (const { name, measure } of sections) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const measurement of await measure()) printMeasurement(measurement);
}
