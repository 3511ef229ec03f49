/** The options of a call of AWS. */
interface Options {
  readonly abortSignal?: AbortSignal | undefined;
}

/**
 * A client of AWS whose calls end with an invocation. A call that is under way or between two attempts is given up then: Lambda may freeze
 * it and resume it minutes later, and an outdated decision must not be committed.
 * https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html
 * @param endOf the signal of the current invocation, aborted at its end; undefined outside of one
 */
export const callsWithin = <Client extends object>(client: Client, endOf: () => AbortSignal | undefined): Client =>
  new Proxy(client, {
    get: (target, property): unknown => {
      const value: unknown = Reflect.get(target, property);
      if (property !== 'send' || typeof value !== 'function') return value;
      return (command: unknown, options: Options = {}): unknown => {
        const abortSignal = options.abortSignal ?? endOf();
        return abortSignal?.aborted === true
          ? Promise.reject(new Error('the invocation has ended'))
          : (Reflect.apply(value, target, [command, { ...options, abortSignal }]) as unknown);
      };
    },
  });
