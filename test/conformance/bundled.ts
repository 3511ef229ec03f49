import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import vm from 'node:vm';
import { z } from 'zod';
import { writeBundle } from '../../lib/bundle.ts';
import type { Subject } from './subject.ts';

const bundle = z.object({ subject: z.custom<Subject>((value) => typeof value === 'object' && value !== null) });

const moduleLoader = z.custom<
  (exports: object, require: NodeJS.Require, module: object, process: NodeJS.Process) => void
>((value) => typeof value === 'function');

/** As CommonJS in Node.js's own context, as on Lambda. */
const load = (file: string): unknown => {
  const source = `(function (exports, require, module, process) {${readFileSync(file, 'utf8')}\n})`;
  const module = { exports: {} };
  const run = moduleLoader.parse(new vm.Script(source, { filename: file }).runInThisContext());
  run(module.exports, createRequire(file), module, process);
  return module.exports;
};

/** What a function is bundled with, minified. */
export const bundled = (): Subject => {
  const directory = mkdtempSync(path.join(tmpdir(), 'conformance-'));
  try {
    writeBundle('test/conformance/subject.ts', directory);
    return bundle.parse(load(path.join(directory, 'index.js'))).subject;
  } finally {
    rmSync(directory, { recursive: true });
  }
};
