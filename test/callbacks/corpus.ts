import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const folder = path.join(import.meta.dirname, '../../packages/platform-simulator/corpus');

const sample = z.object({ effect: z.string(), body: z.unknown() });

/** The body of a sample of the corpus. */
export const corpusBody = (file: string): unknown =>
  sample.parse(JSON.parse(readFileSync(path.join(folder, file), 'utf8'))).body;

/** The names of all samples of callbacks, without their ending. */
export const callbackNames: readonly string[] = readdirSync(path.join(folder, 'callbacks')).map((file) =>
  path.basename(file, '.json'),
);
