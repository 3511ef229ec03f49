import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import type jestRuntime from 'jest-runtime';
import { provideTestFunctions, type TestFunctions } from './test-functions.ts';

const require = createRequire(import.meta.url);
const { default: JestRuntime } = require('jest-runtime') as typeof jestRuntime;
const testFunctions = new URL('test-functions.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: testFunctions, shortCircuit: true } : next(specifier, context),
});

/** https://github.com/jestjs/jest/blob/v30.5.2/packages/jest-circus/src/types.ts */
const eventHandlers = Symbol.for('EVENT_HANDLERS');

/**
 * Node.js loads the suites, so the suites of a worker share the modules that they import. Jest's own runtime makes every module anew
 * for each suite, which takes longer than the tests. https://jestjs.io/docs/configuration#runtime-string
 */
export default class SharedModules extends JestRuntime {
  /** The test framework. Its state is that of one suite, so it is loaded anew. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the signature is Jest's
  override requireInternalModule<T = unknown>(file: string): T {
    Reflect.deleteProperty(require.cache, file);
    Reflect.deleteProperty(globalThis, eventHandlers);
    return require(file) as T;
  }

  override setGlobalsForRuntime(functions: TestFunctions): void {
    provideTestFunctions(functions);
  }

  override unstable_shouldLoadAsEsm(): boolean {
    return true;
  }

  override unstable_importModule(file: string): Promise<void> {
    return import(pathToFileURL(file).href).then(() => undefined);
  }
}
