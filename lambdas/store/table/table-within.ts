import type { Table } from './table.ts';

/**
 * The table as one invocation sees it. Lambda may freeze what goes on after the answer and let it go on minutes later;
 * a decision of then must not be committed on top of what others have written since.
 * https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html
 * @param ended aborted when the answer is given
 */
export const tableWithin = ({ name, client, retryPolicy }: Table, ended: AbortSignal): Table => ({
  name,
  retryPolicy,
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
