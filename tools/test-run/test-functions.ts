import type * as jestGlobals from '@jest/globals';

/** What suites import from `@jest/globals`: `runtime.ts` puts this module in its place. */
export type TestFunctions = Pick<
  typeof jestGlobals,
  'afterAll' | 'afterEach' | 'beforeAll' | 'beforeEach' | 'describe' | 'expect' | 'it' | 'test'
>;

let current: TestFunctions | undefined;

/** Sets the functions of the suite that is run. */
export const provideTestFunctions = (functions: TestFunctions): void => {
  current = functions;
};

const ofCurrent = <Name extends keyof TestFunctions>(name: Name): TestFunctions[Name] => {
  if (current === undefined) throw new Error(`${name} is called outside of a suite`);
  return current[name];
};

/** A module that several suites import is loaded once, so these functions call those of the suite that is run. */
const leading = <Name extends keyof TestFunctions>(name: Name): TestFunctions[Name] =>
  new Proxy((() => undefined) as unknown as TestFunctions[Name], {
    apply: (_, self, parameters) => Reflect.apply(ofCurrent(name), self, parameters) as unknown,
    get: (_, key) => Reflect.get(ofCurrent(name), key) as unknown,
  });

export const afterAll = leading('afterAll');
export const afterEach = leading('afterEach');
export const beforeAll = leading('beforeAll');
export const beforeEach = leading('beforeEach');
export const describe = leading('describe');
export const expect = leading('expect');
export const it = leading('it');
export const test = leading('test');
