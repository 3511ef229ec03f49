/** The package has no types for this entry: https://github.com/jestjs/jest/tree/main/packages/jest-circus */
declare module 'jest-circus/runner' {
  import type { TestResult } from '@jest/test-result';

  /** Jest's test runner. The first four parameters are its configuration, environment and module registry. */
  const run: (
    globalConfig: unknown,
    config: unknown,
    environment: unknown,
    runtime: unknown,
    file: string,
    send?: unknown,
  ) => Promise<TestResult>;
  export default run;
}
