import { ModuleMocker } from 'jest-mock';

/**
 * The globals of Node.js itself. The suites of a worker share them, and the modules too (`runner.ts`): a suite gives back what it
 * takes, and the variables of the process are given back here.
 * https://jestjs.io/docs/configuration#testenvironment-string
 */
export default class NativeEnvironment {
  readonly global = globalThis;
  readonly fakeTimers = null;
  readonly fakeTimersModern = null;
  readonly moduleMocker = new ModuleMocker(globalThis);
  readonly #variables = { ...process.env };
  readonly #console = globalThis.console;

  setup(): Promise<void> {
    return Promise.resolve();
  }

  teardown(): Promise<void> {
    for (const name of Object.keys(process.env)) {
      if (!(name in this.#variables)) Reflect.deleteProperty(process.env, name);
    }
    Object.assign(process.env, this.#variables);
    // Jest puts one in its place that keeps what a suite prints.
    globalThis.console = this.#console;
    return Promise.resolve();
  }

  getVmContext(): null {
    return null;
  }
}
