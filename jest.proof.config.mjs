import config from './jest.config.mjs';

/** What takes longer than `npm test` may: `npm run proof`, whole or by the names of sections, which are folders of test/. */
export default {
  ...config,
  testMatch: ['<rootDir>/test/**/*.proof.ts'],
  reporters: ['<rootDir>/tools/proof/reporter.ts'],
};
