import { isObject, type Json, type JsonObject } from '../template.ts';

type Test = (value: Json | undefined) => boolean;

const isLeaf = (value: Json | undefined): value is string | number | boolean | null =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

const onText =
  (test: (text: string) => boolean): Test =>
  (value) =>
    typeof value === 'string' && test(value);

const words = (argument: Json): string[] => {
  const list = Array.isArray(argument) ? argument : [argument];
  if (!list.every((word) => typeof word === 'string'))
    throw new Error(`expected text, not ${JSON.stringify(argument)}`);
  return list;
};

const anyWord =
  (holds: (text: string, word: string) => boolean) =>
  (argument: Json): Test => {
    const list = words(argument);
    return onText((text) => list.some((word) => holds(text, word)));
  };

const comparisons = new Map<Json, (value: number, bound: number) => boolean>([
  ['=', (value, bound) => value === bound],
  ['<', (value, bound) => value < bound],
  ['<=', (value, bound) => value <= bound],
  ['>', (value, bound) => value > bound],
  ['>=', (value, bound) => value >= bound],
]);

const numeric = (argument: Json): Test => {
  if (!Array.isArray(argument)) throw new Error('numeric takes a list');
  const tests: ((value: number) => boolean)[] = [];
  for (let index = 0; index < argument.length; index += 2) {
    const compare = comparisons.get(argument[index] ?? null);
    const bound = argument[index + 1];
    if (compare === undefined || typeof bound !== 'number') throw new Error(`numeric ${JSON.stringify(argument)}`);
    tests.push((value) => compare(value, bound));
  }
  return (value) => typeof value === 'number' && tests.every((test) => test(value));
};

const anythingBut = (argument: Json): Test => {
  if (isObject(argument)) {
    const test = operator(argument);
    return (value) => isLeaf(value) && !test(value);
  }
  const refused = Array.isArray(argument) ? argument : [argument];
  return (value) => isLeaf(value) && !refused.includes(value);
};

const operators: ReadonlyMap<string, (argument: Json) => Test> = new Map<string, (argument: Json) => Test>([
  ['exists', (wanted) => (value) => isLeaf(value) === wanted],
  ['prefix', anyWord((text, prefix) => text.startsWith(prefix))],
  ['suffix', anyWord((text, suffix) => text.endsWith(suffix))],
  ['equals-ignore-case', anyWord((text, word) => text.toLowerCase() === word.toLowerCase())],
  ['numeric', numeric],
  ['anything-but', anythingBut],
]);

const operator = (rule: JsonObject): Test => {
  const [[name, argument] = ['', null], ...others] = Object.entries(rule);
  const create = others.length === 0 ? operators.get(name) : undefined;
  if (create === undefined) throw new Error(`the local cloud does not know the filter rule ${JSON.stringify(rule)}`);
  return create(argument);
};

/** A list of rules: one of them must hold. For a list of values, it must hold for one of them. */
const anyOf = (rules: readonly Json[]): Test => {
  const tests = rules.map((rule): Test => (isObject(rule) ? operator(rule) : (value) => value === rule));
  const test: Test = (value) => tests.some((one) => one(value));
  return (value) => (Array.isArray(value) ? value.some(test) : test(value));
};

const compile = (pattern: JsonObject): Test => {
  const tests = Object.entries(pattern).map(([key, rules]): Test => {
    if (key === '$or') {
      const branches = (Array.isArray(rules) ? rules : []).map((branch) => compile(isObject(branch) ? branch : {}));
      return (value) => branches.some((branch) => branch(value));
    }
    if (!Array.isArray(rules) && !isObject(rules)) throw new Error(`filter key ${key} needs a list or an object`);
    const test = Array.isArray(rules) ? anyOf(rules) : compile(rules);
    return (value) => test(isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined);
  });
  return (value) => tests.every((test) => test(value));
};

/**
 * The test of a filter pattern.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html#filtering-syntax
 * @throws Error when the pattern has an unknown rule
 */
export const compilePattern = (pattern: JsonObject): ((event: Json) => boolean) => compile(pattern);
