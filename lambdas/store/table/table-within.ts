import type { Table } from './table.ts';

/**
 * The table for one invocation. Lambda may freeze code that runs after the response and resume it minutes later. Its
 * decisions are outdated then and must not be committed.
 * https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html
 * @param ended aborted when the response is given
 */
export const tableWithin = ({ name, client, retryPolicy, lanes }: Table, ended: AbortSignal): Table => ({
  name,
  retryPolicy,
  lanes,
  client: new Proxy(client, {
    get: (target, property): unknown => {
      const value: unknown = Reflect.get(target, property);
      if (property !== 'send' || typeof value !== 'function') return value;
      return (...given: readonly unknown[]): unknown =>
        ended.aborted
          ? Promise.reject(new Error('the invocation has ended'))
          : (Reflect.apply(value, target, given) as unknown);
    },
  }),
});
