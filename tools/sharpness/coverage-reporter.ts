import { appendFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Test } from '@jest/reporters';
import type { TestResult } from '@jest/test-result';
import { z } from 'zod';
import type { MeasuredSuite } from './coverage.ts';
import { root } from './root.ts';

const given = z.object({ output: z.string(), files: z.array(z.string()) });

/** Writes what each suite runs of the files with mutants. For suites that run in this process, one at a time. */
export default class CoverageReporter {
  readonly #session = new Session();
  readonly #output: string;
  readonly #files: ReadonlyMap<string, string>;

  constructor() {
    const { output, files } = given.parse(JSON.parse(process.env['SHARPNESS_COVERAGE'] ?? ''));
    this.#output = output;
    this.#files = new Map(files.map((file) => [pathToFileURL(path.join(root, file)).href, file]));
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  onTestFileResult({ path: suite }: Test, { numFailingTests, testExecError, perfStats }: TestResult): void {
    let files: MeasuredSuite['files'] = [];
    // The counts since the last suite. The answer comes before the call ends.
    this.#session.post('Profiler.takePreciseCoverage', (_, { result }) => {
      files = result.flatMap(({ url, functions }) => {
        const file = this.#files.get(url);
        return file === undefined ? [] : [{ file, functions }];
      });
    });
    const measured: MeasuredSuite = {
      suite: path.relative(root, suite),
      seconds: perfStats.runtime / 1000,
      passed: numFailingTests === 0 && testExecError === undefined,
      files,
    };
    appendFileSync(this.#output, `${JSON.stringify(measured)}\n`);
  }
}
