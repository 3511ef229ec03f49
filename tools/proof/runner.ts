import { createEmptyTestResult, type TestResult } from '@jest/test-result';
import circus, { type Run } from 'jest-circus/runner';
import { Budget } from './budget.ts';
import { nameOf } from './suite.ts';

const { PROOF_ENDS_AT: endsAt } = process.env;
/** One per worker process, which keeps this module from suite to suite. */
const budget = new Budget(endsAt === undefined ? Infinity : Number(endsAt));

/** Jest takes a suite without tests for a failure. */
const notRun = (file: string): TestResult => ({
  ...createEmptyTestResult(),
  skipped: true,
  testFilePath: file,
  numPendingTests: 1,
  testResults: [
    {
      title: 'not run',
      fullName: 'not run',
      status: 'pending',
      ancestorTitles: [],
      failureDetails: [],
      failureMessages: [],
      numPassingAsserts: 0,
    },
  ],
});

/** Runs a suite that ends in time. */
const run: Run = async (...parameters) => {
  const [, , , , file] = parameters;
  const suite = nameOf(file);
  const started = Date.now();
  if (!budget.hasTimeFor(suite, started / 1000)) return notRun(file);
  const result = await circus.default(...parameters);
  budget.record(suite, (Date.now() - started) / 1000);
  return result;
};
export default run;
