import { stripVTControlCharacters } from 'node:util';
import type { AggregatedResult, Reporter, Test, TestResult } from '@jest/reporters';
import { workers } from '../test-run/workers.ts';
import { expectedSeconds } from './durations.ts';
import { nameOf, placeOf } from './suite.ts';

/** The results of the suites of a folder of test/. */
interface Section {
  suites: number;
  tests: number;
  failed: number;
  milliseconds: number;
}

/** Announces a suite that takes longer than this many seconds when it begins. */
const longSeconds = 60;

const seconds = (milliseconds: number): string => `${Math.ceil(milliseconds / 1000)} s`;

/** Enough to know what failed. The whole text is where the suite ended. */
const longestReason = 500;

const shortFailures = ({ testResults, testExecError }: TestResult): readonly string[] => {
  const texts = testResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages: [reason = ''] }) => `${fullName}: ${reason}`);
  return [...texts, ...(testExecError === undefined ? [] : [testExecError.message])].map(
    (text) => `  ${stripVTControlCharacters(text).replaceAll(/\s+/g, ' ').slice(0, longestReason)}`,
  );
};

/** Prints when a long suite begins, the result of each suite, and at the end the result of each section. */
export default class ProofReporter implements Pick<
  Reporter,
  'onRunStart' | 'onTestFileStart' | 'onTestResult' | 'onRunComplete'
> {
  readonly #sections = new Map<string, Section>();
  readonly #notRun: string[] = [];
  readonly #failures: string[] = [];
  #done = 0;
  #started = 0;

  onRunStart({ numTotalTestSuites: suites, startTime }: AggregatedResult): void {
    this.#started = startTime;
    console.log(`${suites} suites, ${Math.min(suites, workers)} at a time`);
  }

  onTestFileStart({ path: file }: Test): void {
    const expected = expectedSeconds(nameOf(file));
    if (expected < longSeconds) return;
    const { section, name } = placeOf(file);
    console.log(`         begins  ${section}: ${name} (takes about ${expected} s)`);
  }

  onTestResult({ path: file }: Test, result: TestResult, { numTotalTestSuites: suites }: AggregatedResult): void {
    if (result.skipped) {
      this.#notRun.push(nameOf(file));
      return;
    }
    const { section, name } = placeOf(file);
    const isFailed = result.numFailingTests > 0 || result.testExecError !== undefined;
    const milliseconds = result.perfStats.runtime;
    const known = this.#sections.get(section) ?? { suites: 0, tests: 0, failed: 0, milliseconds: 0 };
    this.#sections.set(section, {
      suites: known.suites + 1,
      tests: known.tests + result.numPassingTests + result.numFailingTests,
      failed: known.failed + Number(isFailed),
      milliseconds: known.milliseconds + milliseconds,
    });
    this.#done += 1;
    const outcome = isFailed ? 'FAILED' : 'passed';
    console.log(
      `${String(this.#done).padStart(String(suites).length)}/${suites}  ${outcome}  ${section}: ${name} (${seconds(milliseconds)})`,
    );
    if (isFailed) {
      console.log(result.failureMessage ?? 'the suite could not be run');
      this.#failures.push(`${section}: ${name}`, ...shortFailures(result));
    }
  }

  onRunComplete(_contexts: unknown, results: AggregatedResult): void {
    const width = Math.max(...Array.from(this.#sections.keys(), ({ length }) => length), 'section'.length);
    const row = (
      ...[section, suites, tests, time, outcome]: readonly [string, string, string, string, string]
    ): string =>
      `${section.padEnd(width)}  ${suites.padStart(6)}  ${tests.padStart(6)}  ${time.padStart(7)}  ${outcome}`;
    const rows = Array.from(this.#sections)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([section, of]) =>
        row(
          section,
          String(of.suites),
          String(of.tests),
          seconds(of.milliseconds),
          of.failed === 0 ? 'passed' : 'FAILED',
        ),
      );
    // Once more: the place of a failure in a long log is hard to find, and a log may be cut.
    if (this.#failures.length > 0) console.log(['', 'FAILED', ...this.#failures].join('\n'));
    console.log(['', row('section', 'suites', 'tests', 'time', 'result'), ...rows, ''].join('\n'));
    console.log(`whole proof in ${seconds(Date.now() - this.#started)}`);
    console.log(`${results.numPassedTests} passed, ${results.numFailedTests} failed`);
    if (this.#notRun.length > 0) {
      console.log(`not run, because they would not have ended by PROOF_ENDS_AT: ${this.#notRun.toSorted().join(', ')}`);
    }
  }
}
