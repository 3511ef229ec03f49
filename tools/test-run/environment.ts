import { mock } from 'node:test';
import { ModuleMocker } from 'jest-mock';

/**
 * The globals of Node.js itself. The suites of a worker share them, and the modules too (`runtime.ts`). What Jest and a suite replace is
 * restored after each suite: environment variables, the console, functions of the process, mocks and timers of `node:test`.
 * https://jestjs.io/docs/configuration#testenvironment-string
 */
export default class NativeEnvironment {
  readonly global = globalThis;
  readonly fakeTimers = null;
  readonly fakeTimersModern = null;
  readonly moduleMocker = new ModuleMocker(globalThis);
  readonly #variables = { ...process.env };
  readonly #console = globalThis.console;
  readonly #process = Object.getOwnPropertyDescriptors(process);

  setup(): Promise<void> {
    return Promise.resolve();
  }

  teardown(): Promise<void> {
    for (const name of Object.keys(process.env)) {
      if (!(name in this.#variables)) Reflect.deleteProperty(process.env, name);
    }
    Object.assign(process.env, this.#variables);
    globalThis.console = this.#console;
    Object.defineProperties(process, { exit: this.#process.exit, getBuiltinModule: this.#process.getBuiltinModule });
    mock.timers.reset();
    mock.restoreAll();
    return Promise.resolve();
  }

  getVmContext(): null {
    return null;
  }
}
