import type { LocalFunction } from './function.ts';

export interface FunctionName {
  readonly name: string;
  readonly qualifier: string | undefined;
}

/**
 * Reads `name`, `name:qualifier`, `account:function:name` or a whole ARN.
 * https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html
 */
export const parseFunctionName = (text: string): FunctionName => {
  const [, name = text, qualifier] = /^(?:.*:function:)?([^:]+)(?::([^:]+))?$/.exec(text) ?? [];
  return { name, qualifier };
};

export interface Functions extends Iterable<LocalFunction> {
  /** By name or ARN, qualified or not. */
  find(nameOrArn: string): LocalFunction | undefined;
  /** @throws Error when there is no such function */
  get(nameOrArn: string): LocalFunction;
  add(lambda: LocalFunction): void;
  stop(): Promise<void>;
}

export const createFunctions = (): Functions => {
  const functions = new Map<string, LocalFunction>();
  const find = (nameOrArn: string): LocalFunction | undefined => functions.get(parseFunctionName(nameOrArn).name);
  return {
    find,
    get: (nameOrArn) => {
      const found = find(nameOrArn);
      if (found === undefined)
        throw new Error(`there is no function ${nameOrArn}: ${[...functions.keys()].join(', ')}`);
      return found;
    },
    add: (lambda) => void functions.set(lambda.configuration.name, lambda),
    stop: async () => {
      await Promise.all([...functions.values()].map((lambda) => lambda.stop()));
    },
    [Symbol.iterator]: () => functions.values(),
  };
};
