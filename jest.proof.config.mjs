import config from './jest.config.mjs';

/**
 * What takes longer than `npm test` may: `npm run proof`, whole or by the names of sections, which are folders of test/.
 * `PROOF_ENDS_AT` (Unix time in seconds) limits it: a suite that would not end by then is not run, and is named at the end.
 */
export default {
  ...config,
  globalSetup: '<rootDir>/tools/proof/set-up.ts',
  // As long as ten times the longest suite, for the same reason.
  testTimeout: 7_200_000,
  testMatch: ['<rootDir>/test/**/*.proof.ts'],
  reporters: ['<rootDir>/tools/proof/reporter.ts'],
  testRunner: '<rootDir>/tools/proof/runner.ts',
  testSequencer: '<rootDir>/tools/proof/sequencer.ts',
};
