/** The package has no types for this entry: https://github.com/jestjs/jest/tree/main/packages/jest-circus */
declare module 'jest-circus/runner' {
  import type { TestResult } from '@jest/test-result';

  /** Jest's test runner. The first three parameters are its configuration and environment, the fourth loads modules. */
  export type Run = (
    globalConfig: unknown,
    config: unknown,
    environment: unknown,
    runtime: object,
    file: string,
    send?: unknown,
  ) => Promise<TestResult>;

  /** A module of CommonJS: its `exports` are what is imported. */
  const circus: { readonly default: Run };
  export default circus;
}
