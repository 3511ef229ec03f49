import { wildcard } from './wildcard.ts';

/** The values of a request, by condition key in lower case. */
export type Context = Readonly<Record<string, readonly string[]>>;

/** A compiled condition of a statement. A problem makes the statement fail closed. */
export type Condition = { readonly holds: (context: Context) => boolean } | { readonly problem: string };

type Compare = (expected: string) => (actual: string) => boolean;

const matching: Compare = (expected) => wildcard(expected);
const arnLike: Compare = (expected) => {
  const parts = splitArn(expected).map((part) => wildcard(part));
  return (actual) => {
    const actualParts = splitArn(actual);
    return parts.length === actualParts.length && parts.every((matches, index) => matches(actualParts[index] ?? ''));
  };
};
/** The sixth part of an ARN may contain colons. */
const splitArn = (arn: string): readonly string[] => {
  const parts = arn.split(':');
  return [...parts.slice(0, 5), parts.slice(5).join(':')];
};
const equal: Compare = (expected) => (actual) => actual === expected;
const equalIgnoringCase: Compare = (expected) => {
  const folded = expected.toLowerCase();
  return (actual) => actual.toLowerCase() === folded;
};

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html */
const operators: ReadonlyMap<string, { readonly compare: Compare; readonly negated: boolean }> = new Map([
  ['StringEquals', { compare: equal, negated: false }],
  ['StringNotEquals', { compare: equal, negated: true }],
  ['StringEqualsIgnoreCase', { compare: equalIgnoringCase, negated: false }],
  ['StringNotEqualsIgnoreCase', { compare: equalIgnoringCase, negated: true }],
  ['StringLike', { compare: matching, negated: false }],
  ['StringNotLike', { compare: matching, negated: true }],
  ['ArnEquals', { compare: arnLike, negated: false }],
  ['ArnLike', { compare: arnLike, negated: false }],
  ['ArnNotEquals', { compare: arnLike, negated: true }],
  ['ArnNotLike', { compare: arnLike, negated: true }],
  ['Bool', { compare: equalIgnoringCase, negated: false }],
]);

/** Keys whose value the local cloud knows, or that its requests do not have. */
const knownKeys: readonly RegExp[] = [
  /^kms:(encryptioncontext:.+|encryptioncontextkeys|viaservice|calleraccount|grantisforawsresource)$/,
  /^dynamodb:(leadingkeys|attributes|select|returnvalues|returnconsumedcapacity|enclosingoperation|fulltablescan)$/,
  /^ses:fromaddress$/,
  /^lambda:(functionurlauthtype|invokedviafunctionurl)$/,
  /^aws:(principalarn|principalaccount|requestedregion|securetransport|sourcearn|sourceaccount|viaawsservice|calledvia)$/,
];

export const compileCondition = (name: string, key: string, values: string | readonly string[]): Condition => {
  const expected = typeof values === 'string' ? [values] : values;
  const folded = key.toLowerCase();
  if (!knownKeys.some((known) => known.test(folded))) return { problem: `the condition key ${key} is unknown` };
  if (expected.some((value) => value.includes('${'))) return { problem: 'policy variables are not evaluated' };
  if (name === 'Null') {
    const mustBeAbsent = expected.some((value) => value.toLowerCase() === 'true');
    return { holds: (context) => ((context[folded] ?? []).length === 0) === mustBeAbsent };
  }
  const [, set, base, ifExists] = /^(ForAllValues:|ForAnyValue:)?(.*?)(IfExists)?$/.exec(name) ?? [];
  const operator = operators.get(base ?? '');
  if (operator === undefined) return { problem: `the condition operator ${name} is not evaluated` };
  const tests = expected.map(operator.compare);
  const accepts = (actual: string): boolean => tests.some((test) => test(actual)) !== operator.negated;
  return {
    holds: (context) => {
      const actual = context[folded] ?? [];
      if (actual.length === 0 && ifExists !== undefined) return true;
      // With no value in the request, ForAllValues is true and ForAnyValue false.
      if (set === 'ForAllValues:') return actual.every(accepts);
      if (set === 'ForAnyValue:') return actual.some(accepts);
      if (actual.length === 0) return operator.negated;
      return actual.length === 1 && actual.every(accepts);
    },
  };
};
