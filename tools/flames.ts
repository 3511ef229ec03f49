/** Draws where the processor time of warm calls goes, as flame graphs in a folder: `node tools/flames.ts docs/bench`. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { openSpeedStage } from './bench/speed/stage.ts';
import { openDeliveryStage } from './bench/webhook/delivery-stage.ts';
import { framesOf } from './flames/profile.ts';
import { flameSvg } from './flames/svg.ts';

const [folder = 'docs/bench', calls = '4000'] = process.argv.slice(2);
const drawn = [
  ['command', undefined],
  ['query', 'query'],
  ['report', 'report'],
] as const;

const draw = (
  name: string,
  title: string,
  { file, bundle }: { readonly file: string; readonly bundle: string },
): void => {
  writeFileSync(path.join(folder, `flame-${name}.svg`), flameSvg(title, framesOf(file, bundle)));
};

const stage = await openSpeedStage();
try {
  for (const [name, call] of drawn) {
    draw(name, `Processor time of ${calls} calls of one process: ${name}`, await stage.profile(Number(calls), call));
  }
} finally {
  await stage.stop();
}

const deliveries = await openDeliveryStage();
try {
  draw('event', 'Processor time of delivered events of one process', await deliveries.profile());
} finally {
  await deliveries.stop();
}
