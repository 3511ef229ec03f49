/** Loaded with `--import` into a process and its children: gives them a mutant in place of the file on disk, which stays as it is. */
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { root } from './root.ts';

const given = process.env['SHARPNESS_MUTANT'];
const mutant =
  given === undefined
    ? null
    : z.object({ file: z.string(), start: z.number(), end: z.number(), after: z.string() }).parse(JSON.parse(given));

if (mutant !== null) {
  const { file, start, end, after } = mutant;
  const mutated = pathToFileURL(path.join(root, file)).href;
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context);
      if (url !== mutated) return loaded;
      const source = Buffer.from(z.instanceof(Uint8Array).parse(loaded.source)).toString();
      return { ...loaded, source: source.slice(0, start) + after + source.slice(end) };
    },
  });
}
