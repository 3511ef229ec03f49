import { account, region } from './services/names.ts';
import { isObject, type Json, type JsonObject, type Template } from './template.ts';

/** The values of a created resource: those of `Ref` and of `Fn::GetAtt`. */
export interface CreatedResource {
  readonly ref: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface Scope {
  readonly stackName: string;
  readonly template: Template;
  /** Values of the template's parameters. Parameters without a value have their defaults. */
  readonly parameters: ReadonlyMap<string, Json>;
  readonly resources: ReadonlyMap<string, CreatedResource>;
  /** `Fn::ImportValue`, by export name. */
  readonly exports: ReadonlyMap<string, Json>;
}

/** `AWS::NoValue`: a property with this value is removed. */
const noValue = Symbol('AWS::NoValue');
type Value = Json | typeof noValue;

const own = <V>(record: Readonly<Record<string, V>>, key: string): V | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

const pseudoParameters = (scope: Scope): ReadonlyMap<string, Value> =>
  new Map<string, Value>([
    ['AWS::AccountId', account],
    ['AWS::Region', region],
    ['AWS::Partition', 'aws'],
    ['AWS::URLSuffix', 'amazonaws.com'],
    ['AWS::StackName', scope.stackName],
    ['AWS::StackId', `arn:aws:cloudformation:${region}:${account}:stack/${scope.stackName}/local`],
    ['AWS::NotificationARNs', []],
    ['AWS::NoValue', noValue],
  ]);

const reference = (name: string, scope: Scope): Value => {
  const pseudo = pseudoParameters(scope).get(name);
  if (pseudo !== undefined) return pseudo;
  const resource = scope.resources.get(name);
  if (resource !== undefined) return resource.ref;
  const value = scope.parameters.get(name) ?? own(scope.template.Parameters, name)?.Default;
  if (value === undefined) throw new Error(`${scope.stackName}: Ref to ${name}, which does not exist`);
  return value;
};

const attribute = (logicalId: string, name: string, scope: Scope): string => {
  const resource = scope.resources.get(logicalId);
  const value = resource === undefined ? undefined : own(resource.attributes, name);
  if (value === undefined) throw new Error(`${scope.stackName}: Fn::GetAtt ${logicalId}.${name} does not exist`);
  return value;
};

const text = (value: Value): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Error(`expected a string, not ${JSON.stringify(value)}`);
};

const list = (value: Value): Json[] => {
  if (Array.isArray(value)) return value;
  throw new Error(`expected a list, not ${JSON.stringify(value)}`);
};

const substitute = (template: string, variables: JsonObject, scope: Scope): string =>
  template.replaceAll(/\$\{([^}]+)\}/g, (whole, name: string) => {
    if (name.startsWith('!')) return `\${${name.slice(1)}}`;
    const variable = own(variables, name);
    if (variable !== undefined) return text(evaluate(variable, scope));
    const dot = name.indexOf('.');
    if (dot > 0) return attribute(name.slice(0, dot), name.slice(dot + 1), scope);
    const value = reference(name, scope);
    return value === noValue ? whole : text(value);
  });

/** @throws Error when the template has no such condition */
export const holds = (condition: string, scope: Scope): boolean => {
  const expression = own(scope.template.Conditions, condition);
  if (expression === undefined) throw new Error(`${scope.stackName}: condition ${condition} does not exist`);
  return evaluate(expression, scope) === true;
};

type Intrinsic = (argument: Json, scope: Scope) => Value;

const every = (argument: Json, scope: Scope): boolean[] =>
  list(argument).map((condition) => evaluate(condition, scope) === true);

// https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference.html
const intrinsics: ReadonlyMap<string, Intrinsic> = new Map<string, Intrinsic>([
  ['Ref', (argument, scope) => reference(text(argument), scope)],
  [
    'Fn::GetAtt',
    (argument, scope) => {
      const [logicalId = '', ...rest] = Array.isArray(argument) ? argument.map(text) : text(argument).split('.');
      return attribute(logicalId, rest.join('.'), scope);
    },
  ],
  [
    'Fn::Sub',
    (argument, scope) => {
      const [template = '', variables = {}] = Array.isArray(argument) ? argument : [argument];
      return substitute(text(template), isObject(variables) ? variables : {}, scope);
    },
  ],
  [
    'Fn::Join',
    (argument, scope) => {
      const [separator = '', parts = []] = list(argument);
      return list(evaluate(parts, scope)).map(text).join(text(separator));
    },
  ],
  [
    'Fn::Select',
    (argument, scope) => {
      const [index = 0, from = []] = list(argument);
      const chosen = list(evaluate(from, scope))[Number(text(evaluate(index, scope)))];
      if (chosen === undefined) throw new Error(`${scope.stackName}: Fn::Select beyond the list`);
      return chosen;
    },
  ],
  [
    'Fn::Split',
    (argument, scope) => {
      const [separator = '', from = ''] = list(argument);
      return text(evaluate(from, scope)).split(text(separator));
    },
  ],
  [
    'Fn::If',
    (argument, scope) => {
      const [condition = '', then = null, otherwise = null] = list(argument);
      return evaluate(holds(text(condition), scope) ? then : otherwise, scope);
    },
  ],
  [
    'Fn::Equals',
    (argument, scope) => {
      const [left = null, right = null] = list(argument).map((side) => evaluate(side, scope));
      return JSON.stringify(left) === JSON.stringify(right);
    },
  ],
  ['Fn::And', (argument, scope) => every(argument, scope).every(Boolean)],
  ['Fn::Or', (argument, scope) => every(argument, scope).some(Boolean)],
  ['Fn::Not', (argument, scope) => !every(argument, scope)[0]],
  ['Condition', (argument, scope) => holds(text(argument), scope)],
  [
    'Fn::FindInMap',
    (argument, scope) => {
      const [map = '', top = '', second = ''] = list(argument).map((key) => text(evaluate(key, scope)));
      const value = own(own(own(scope.template.Mappings, map) ?? {}, top) ?? {}, second);
      if (value === undefined)
        throw new Error(`${scope.stackName}: Fn::FindInMap ${map}.${top}.${second} does not exist`);
      return value;
    },
  ],
  [
    'Fn::ImportValue',
    (argument, scope) => {
      const name = text(evaluate(argument, scope));
      const value = scope.exports.get(name);
      if (value === undefined) throw new Error(`${scope.stackName}: no stack exports ${name}`);
      return value;
    },
  ],
  ['Fn::Base64', (argument, scope) => Buffer.from(text(evaluate(argument, scope))).toString('base64')],
  ['Fn::GetAZs', () => [`${region}a`, `${region}b`, `${region}c`]],
]);

const evaluate = (value: Json, scope: Scope): Value => {
  if (Array.isArray(value)) return value.map((item) => evaluate(item, scope)).filter((item) => item !== noValue);
  if (!isObject(value)) return value;
  const [[key, argument] = ['', null], ...others] = Object.entries(value);
  const intrinsic = others.length === 0 ? intrinsics.get(key) : undefined;
  // `Condition` alone is a reference only within conditions; in a policy statement it is an ordinary key.
  if (intrinsic !== undefined && (key !== 'Condition' || typeof argument === 'string'))
    return intrinsic(argument, scope);
  if (key.startsWith('Fn::')) throw new Error(`${scope.stackName}: the local cloud does not know ${key}`);
  const resolved: JsonObject = {};
  for (const [name, item] of Object.entries(value)) {
    const result = evaluate(item, scope);
    if (result !== noValue) resolved[name] = result;
  }
  return resolved;
};

/** The value with every intrinsic function resolved. @throws Error that names what is missing */
export const resolve = (value: Json, scope: Scope): Json => {
  const result = evaluate(value, scope);
  return result === noValue ? null : result;
};

/** The logical ids that a value refers to, including conditional branches. */
export const referencesOf = (value: Json): Set<string> => {
  const found = new Set<string>();
  const visit = (item: Json): void => {
    if (Array.isArray(item)) item.forEach(visit);
    if (!isObject(item)) return;
    for (const [key, argument] of Object.entries(item)) {
      if (key === 'Ref' && typeof argument === 'string') found.add(argument);
      if (key === 'Fn::GetAtt')
        found.add(text(Array.isArray(argument) ? (argument[0] ?? '') : argument).split('.')[0] ?? '');
      const template = key === 'Fn::Sub' ? (Array.isArray(argument) ? argument[0] : argument) : undefined;
      if (typeof template === 'string') {
        for (const [, name = ''] of template.matchAll(/\$\{([^!}.]+)/g)) found.add(name);
      }
      visit(argument);
    }
  };
  visit(value);
  return found;
};
