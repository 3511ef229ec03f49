import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import circus, { type Run } from 'jest-circus/runner';
import { provideTestFunctions, type TestFunctions } from './test-functions.ts';

const require = createRequire(import.meta.url);
const testFunctions = new URL('test-functions.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: testFunctions, shortCircuit: true } : next(specifier, context),
});

/** https://github.com/jestjs/jest/blob/v30.5.2/packages/jest-circus/src/types.ts */
const eventHandlers = Symbol.for('EVENT_HANDLERS');

/** Stands in for Jest's module loader: Node.js loads the suites. */
const loader = {
  /** The test framework. Its state is that of one suite, so it is loaded anew. */
  requireInternalModule: (file: string): unknown => {
    Reflect.deleteProperty(require.cache, file);
    Reflect.deleteProperty(globalThis, eventHandlers);
    return require(file);
  },
  setGlobalsForRuntime: (functions: TestFunctions): void => {
    provideTestFunctions(functions);
  },
  unstable_shouldLoadAsEsm: (): boolean => true,
  unstable_importModule: (file: string): Promise<unknown> => import(pathToFileURL(file).href),
};

const withLoader = (runtime: object): object =>
  new Proxy(runtime, {
    get: (_, name) => Reflect.get(name in loader ? loader : runtime, name) as unknown,
  });

/**
 * Jest's own test runner. Node.js loads the suites, so the suites of a worker share the modules that they import. Jest's loader makes
 * every module anew for each suite, which takes longer than the tests.
 * https://jestjs.io/docs/configuration#testrunner-string
 */
const run: Run = (globalConfig, config, environment, runtime, file, send) =>
  circus.default(globalConfig, config, environment, withLoader(runtime), file, send);
export default run;
