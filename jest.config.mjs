import { workers } from './tools/test-run/workers.ts';

/** Suites are loaded by Node.js itself, as the sources are, and share the modules of their worker. */
export default {
  runtime: '<rootDir>/tools/test-run/runtime.ts',
  testEnvironment: '<rootDir>/tools/test-run/environment.ts',
  maxWorkers: workers,
  globalSetup: '<rootDir>/tools/test-run/set-up.ts',
  globalTeardown: '<rootDir>/tools/test-run/tear-down.ts',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // Ends a test that hangs. Ten times what the longest test takes, so that other work on the machine fails no test.
  testTimeout: 1_200_000,
  // A worker that does not exit after its last suite has a handle open. The default of 500 ms is too short on a busy machine.
  workerGracefulExitTimeout: 20_000,
  // A suite's modules stay in its worker. A worker with more than this begins anew after a suite, long before its heap is full.
  workerIdleMemoryLimit: 1_500_000_000,
  injectGlobals: false,
  // `overrides` in package.json puts an empty package in place of Babel and Istanbul, which would transform sources and measure coverage.
  transform: {},
};
