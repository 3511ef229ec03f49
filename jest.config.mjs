/** Native ES modules, as the sources run under Node.js itself; swc only strips the types. */
export default {
  extensionsToTreatAsEsm: ['.ts'],
  testEnvironment: 'node',
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
