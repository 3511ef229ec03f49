/** Native ES modules, as the sources run under Node.js itself; swc only strips the types. */
export default {
  extensionsToTreatAsEsm: ['.ts'],
  testEnvironment: 'node',
  // Most of a test's time goes by in processes of its own, so that a core need not be spared.
  maxWorkers: '100%',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // No test waits by the clock: this only ends one that hangs, on a machine of any speed.
  testTimeout: 120_000,
  transform: {
    '\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2024', experimental: { keepImportAttributes: true } },
        module: { type: 'es6' },
      },
    ],
  },
};
