import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { isDeepStrictEqual } from 'node:util';
import {
  compare,
  elementsOf,
  isEqual,
  negated,
  sumOf,
  keeping,
  typeOf,
  types,
  unionOf,
  type Attributes,
} from './attribute-value.ts';
import type { Action, Comparator, Condition, Operand, Path, Source } from './expressions.ts';
import { invalid } from './refusals.ts';

/** What the placeholders of a request's expressions stand for. */
export interface Placeholders {
  readonly names: Readonly<Record<string, string>>;
  readonly values: Attributes;
}

export const namedPath = ({ names }: Placeholders, path: Path): Path =>
  path.map((step) => (typeof step === 'string' && step.startsWith('#') ? (names[step] ?? step) : step));

const partOf = (value: AttributeValue | undefined, step: string | number): AttributeValue | undefined =>
  typeof step === 'number' ? value?.L?.[step] : value?.M?.[step];

export const valueAt = (item: Attributes, path: Path): AttributeValue | undefined =>
  path.slice(1).reduce(partOf, item[String(path[0])]);

/** A condition on one item. */
export class Evaluation {
  readonly #item: Attributes;
  readonly #placeholders: Placeholders;

  constructor(item: Attributes, placeholders: Placeholders) {
    this.#item = item;
    this.#placeholders = placeholders;
  }

  at(path: Path): AttributeValue | undefined {
    return valueAt(this.#item, namedPath(this.#placeholders, path));
  }

  valueOf(operand: Operand): AttributeValue | undefined {
    if (operand.kind === 'path') return this.at(operand.path);
    if (operand.kind === 'value') return this.#placeholders.values[operand.name];
    const value = this.valueOf(operand.of);
    const size = value && lengthOf(value);
    return size === undefined ? undefined : { N: String(size) };
  }

  holds(condition: Condition): boolean {
    switch (condition.kind) {
      case 'and':
        return this.holds(condition.left) && this.holds(condition.right);
      case 'or':
        return this.holds(condition.left) || this.holds(condition.right);
      case 'not':
        return !this.holds(condition.condition);
      case 'compare':
        return isTrue(condition.by, this.valueOf(condition.left), this.valueOf(condition.right));
      case 'between': {
        const value = this.valueOf(condition.operand);
        return isTrue('>=', value, this.valueOf(condition.lower)) && isTrue('<=', value, this.valueOf(condition.upper));
      }
      case 'in':
        return condition.options.some((one) => isTrue('=', this.valueOf(condition.operand), this.valueOf(one)));
      case 'attribute_exists':
        return this.at(condition.path) !== undefined;
      case 'attribute_not_exists':
        return this.at(condition.path) === undefined;
      case 'attribute_type':
      case 'begins_with':
      case 'contains': {
        const [value, other] = [this.valueOf(condition.operand), this.valueOf(condition.other)];
        return value !== undefined && other !== undefined && functions[condition.kind](value, other);
      }
    }
  }

  /** @throws ValidationException for an attribute that doesn't exist, or has another type */
  result(source: Source): AttributeValue {
    switch (source.kind) {
      case 'path':
      case 'value': {
        const value = this.valueOf(source);
        if (value === undefined) {
          throw invalid('an operand of the update does not exist');
        }
        return value;
      }
      case 'if_not_exists':
        return this.at(source.path) ?? this.result(source.otherwise);
      case 'list_append': {
        const [left, right] = [this.result(source.left), this.result(source.right)];
        if (left.L === undefined || right.L === undefined) throw wrongType();
        return { L: [...left.L, ...right.L] };
      }
      case 'plus':
      case 'minus': {
        const [left, right] = [this.result(source.left), this.result(source.right)];
        if (left.N === undefined || right.N === undefined) throw wrongType();
        return { N: sumOf(left.N, source.kind === 'plus' ? right.N : negated(right.N)) };
      }
    }
  }
}

const wrongType = () => invalid('an operand of the update has an incorrect type');

const isTrue = (by: Comparator, left: AttributeValue | undefined, right: AttributeValue | undefined): boolean => {
  if (left === undefined || right === undefined) return by === '<>' && left !== right;
  if (by === '=' || by === '<>') return isEqual(left, right) === (by === '=');
  const order = compare(left, right);
  if (order === undefined) return false;
  return by === '<' ? order < 0 : by === '<=' ? order <= 0 : by === '>' ? order > 0 : order >= 0;
};

const lengthOf = (value: AttributeValue): number | undefined =>
  value.S?.length ??
  value.B?.length ??
  value.L?.length ??
  elementsOf(value)?.length ??
  (value.M && Object.keys(value.M).length);

const startsWith = (value: AttributeValue, prefix: AttributeValue): boolean =>
  value.S !== undefined && prefix.S !== undefined
    ? value.S.startsWith(prefix.S)
    : value.B !== undefined &&
      prefix.B !== undefined &&
      Buffer.compare(value.B.subarray(0, prefix.B.length), prefix.B) === 0;

const contains = (value: AttributeValue, part: AttributeValue): boolean => {
  if (value.S !== undefined) return part.S !== undefined && value.S.includes(part.S);
  if (value.B !== undefined) return part.B !== undefined && Buffer.from(value.B).includes(Buffer.from(part.B));
  if (value.L !== undefined) return value.L.some((element) => isEqual(element, part));
  if (typeOf(value) !== `${typeOf(part)}S`) return false;
  const [element] =
    elementsOf(
      part.S === undefined
        ? part.N === undefined
          ? { BS: [part.B ?? new Uint8Array()] }
          : { NS: [part.N] }
        : { SS: [part.S] },
    ) ?? [];
  return element !== undefined && elementsOf(value)?.includes(element) === true;
};

const functions = {
  attribute_type: (value: AttributeValue, type: AttributeValue): boolean => typeOf(value) === type.S,
  begins_with: startsWith,
  contains,
};

const noPath = () => invalid('a path of the update does not exist');

/** The value with another value at a path, or with none. An index behind the end of a list appends. */
const replaced = (whole: AttributeValue, path: Path, part: AttributeValue | undefined): AttributeValue => {
  const [step, ...rest] = path;
  const inner = (old: AttributeValue | undefined): AttributeValue | undefined => {
    if (rest.length === 0) return part;
    if (old === undefined) throw noPath();
    return replaced(old, rest, part);
  };
  if (typeof step === 'number') {
    if (whole.L === undefined) throw noPath();
    const next = inner(whole.L[step]);
    return { L: whole.L.toSpliced(step, 1, ...(next === undefined ? [] : [next])) };
  }
  if (whole.M === undefined || step === undefined) throw noPath();
  const { [step]: old, ...others } = whole.M;
  const next = inner(old);
  return { M: next === undefined ? others : { ...others, [step]: next } };
};

/** What an action puts at its path; undefined: nothing is left there. */
const outcomeOf = (action: Action, evaluation: Evaluation, values: Attributes): AttributeValue | undefined => {
  if (action.kind === 'remove') return undefined;
  if (action.kind === 'set') return evaluation.result(action.source);
  const [old, value] = [evaluation.at(action.path), values[action.value]];
  if (value === undefined || (old !== undefined && typeOf(old) !== typeOf(value))) throw wrongType();
  if (action.kind === 'add' && value.N !== undefined) return { N: sumOf(old?.N ?? '0', value.N) };
  const elements = elementsOf(value);
  if (elements === undefined) throw wrongType();
  if (action.kind === 'add') return old === undefined ? value : unionOf(old, value);
  return old && keeping(old, (element) => !elements.includes(element));
};

/** Every action sees the item as it was. Elements of a list are removed from its end, so indexes stay right. */
export const updated = (item: Attributes, actions: readonly Action[], placeholders: Placeholders): Attributes => {
  const evaluation = new Evaluation(item, placeholders);
  const changes = actions.map((action) => ({
    path: namedPath(placeholders, action.path),
    part: outcomeOf(action, evaluation, placeholders.values),
  }));
  const removed = changes.filter(({ part }) => part === undefined);
  removed.sort((one, other) => comparePaths(other.path, one.path));
  const inOrder = [...changes.filter(({ part }) => part !== undefined), ...removed];
  const whole = inOrder.reduce<AttributeValue>((value, { path, part }) => replaced(value, path, part), {
    M: { ...item },
  });
  return whole.M ?? {};
};

const comparePaths = (left: Path, right: Path): number => {
  const at = left.findIndex((step, index) => step !== right[index]);
  const [one, other] = [left[at], right[at]];
  return typeof one === 'number' && typeof other === 'number' ? one - other : 0;
};

/** Whether neither path leads through the other, nor do they take one value for a map and for a list. */
const isApart = (path: Path, other: Path): boolean => {
  const split = path.findIndex((step, index) => step !== other[index]);
  const [step, second] = [path[split], other[split]];
  return step !== undefined && second !== undefined && typeof step === typeof second;
};

/** @throws ValidationException when two paths overlap or conflict */
export const requireApart = (paths: readonly Path[]): void => {
  const areApart = paths.every((path, index) => paths.slice(0, index).every((other) => isApart(path, other)));
  if (!areApart) throw invalid('two document paths overlap or conflict with each other');
};

/** The value at the paths alone, inside of the maps and lists that lead there. */
const part = (value: AttributeValue, paths: readonly Path[]): AttributeValue | undefined => {
  if (paths.some((path) => path.length === 0)) return value;
  const byStep = Map.groupBy(paths, ([step]) => step);
  const parts = Array.from(byStep, ([step, inner]): [string | number, AttributeValue | undefined] => {
    const next = step === undefined ? undefined : partOf(value, step);
    return [
      step ?? '',
      next &&
        part(
          next,
          inner.map((path) => path.slice(1)),
        ),
    ];
  });
  const found = parts.filter((one): one is [string | number, AttributeValue] => one[1] !== undefined);
  if (found.length === 0) return undefined;
  if (value.M !== undefined) return { M: Object.fromEntries(found) };
  return { L: found.toSorted(([one], [other]) => Number(one) - Number(other)).map(([, element]) => element) };
};

export const projected = (item: Attributes, paths: readonly Path[]): Attributes =>
  part({ M: { ...item } }, paths)?.M ?? {};

/** Of a condition and of those in it. */
export const operandsOf = (condition: Condition): readonly Operand[] => {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return [...operandsOf(condition.left), ...operandsOf(condition.right)];
    case 'not':
      return operandsOf(condition.condition);
    case 'compare':
      return [condition.left, condition.right];
    case 'between':
      return [condition.operand, condition.lower, condition.upper];
    case 'in':
      return [condition.operand, ...condition.options];
    case 'attribute_exists':
    case 'attribute_not_exists':
      return [{ kind: 'path', path: condition.path }];
    case 'attribute_type':
    case 'begins_with':
    case 'contains':
      return [condition.operand, condition.other];
  }
};

const ordered = ['S', 'N', 'B'];
const sets = ['SS', 'NS', 'BS'];
const sized = ['S', 'B', 'M', 'L', ...sets];

/** @throws ValidationException for a given value that an operator or a function can't take */
export const requireOperands = (condition: Condition, placeholders: Placeholders): void => {
  const valueOf = (operand: Operand): AttributeValue | undefined =>
    operand.kind === 'value' ? placeholders.values[operand.name] : undefined;
  const requireTypes = (operands: readonly Operand[], allowed: readonly string[]): void => {
    const isWrong = (value: AttributeValue | undefined): boolean =>
      value !== undefined && !allowed.includes(typeOf(value));
    if (operands.map(valueOf).some(isWrong)) throw invalid('incorrect operand type for operator or function');
  };
  for (const operand of operandsOf(condition)) if (operand.kind === 'size') requireTypes([operand.of], sized);
  const { kind } = condition;
  if (kind === 'and' || kind === 'or')
    for (const one of [condition.left, condition.right]) requireOperands(one, placeholders);
  if (kind === 'not') requireOperands(condition.condition, placeholders);
  if (kind === 'compare') {
    if (isDeepStrictEqual(condition.left, condition.right)) throw invalid('the operands must be distinct');
    if (condition.by !== '=' && condition.by !== '<>') requireTypes(operandsOf(condition), ordered);
  }
  if (kind === 'between') {
    requireTypes(operandsOf(condition), ordered);
    const [lower, upper] = [valueOf(condition.lower), valueOf(condition.upper)];
    if (lower && upper && !isTrue('<=', lower, upper)) throw invalid('BETWEEN requires a lower and an upper bound');
  }
  if (kind === 'begins_with') requireTypes(operandsOf(condition), ['S', 'B']);
  if (kind === 'attribute_type' && !types.some((type) => type === valueOf(condition.other)?.S))
    throw invalid('no such type');
};

/** @throws ValidationException for a given value that an update can't use in its place */
export const requireSources = (actions: readonly Action[], { values }: Placeholders): void => {
  const requireType = (name: string, allowed: readonly string[]): void => {
    const value = values[name];
    if (value !== undefined && !allowed.includes(typeOf(value))) throw wrongType();
  };
  const requireSource = (source: Source, allowed: readonly string[]): void => {
    if (source.kind === 'value') requireType(source.name, allowed);
    if (source.kind === 'path' || source.kind === 'value' || source.kind === 'if_not_exists') return;
    for (const one of [source.left, source.right]) requireSource(one, source.kind === 'list_append' ? ['L'] : ['N']);
  };
  for (const action of actions) {
    if (action.kind === 'set') requireSource(action.source, types);
    if (action.kind === 'add') requireType(action.value, ['N', ...sets]);
    if (action.kind === 'delete') requireType(action.value, sets);
  }
};
