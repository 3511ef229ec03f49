import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { compareText } from './attribute-value.ts';
import { Evaluation, namedPath, operandsOf, type Placeholders } from './evaluation.ts';
import type { Condition, Operand } from './expressions.ts';
import { everything, type Range } from './item-store.ts';
import { invalid } from './refusals.ts';

/** The keys of the table or of an index. */
export interface KeySchema {
  readonly hash: string;
  readonly sort: string;
}

const termsOf = (condition: Condition): readonly Condition[] =>
  condition.kind === 'and' ? [...termsOf(condition.left), ...termsOf(condition.right)] : [condition];

const refused = () => invalid('Query key condition not supported');

const rangeOf = (term: Condition, textOf: (operand: Operand) => string): Range => {
  if (term.kind === 'between') {
    const [lower, upper] = [textOf(term.lower), textOf(term.upper)];
    return {
      isBelow: (sort) => compareText(sort, lower) < 0,
      isAbove: (sort) => compareText(sort, upper) > 0,
      ends: { first: lower, last: upper },
    };
  }
  if (term.kind === 'begins_with') {
    const prefix = textOf(term.other);
    return {
      isBelow: (sort) => compareText(sort, prefix) < 0,
      isAbove: (sort) => compareText(sort, prefix) > 0 && !sort.startsWith(prefix),
      ends: {},
    };
  }
  if (term.kind !== 'compare' || term.by === '<>') throw refused();
  const bound = textOf(term.right);
  const { by } = term;
  return {
    isBelow: (sort) =>
      by === '>' ? compareText(sort, bound) <= 0 : (by === '=' || by === '>=') && compareText(sort, bound) < 0,
    isAbove: (sort) =>
      by === '<' ? compareText(sort, bound) >= 0 : (by === '=' || by === '<=') && compareText(sort, bound) > 0,
    ends: by === '>=' ? { first: bound } : by === '<=' ? { last: bound } : {},
  };
};

/** The partition and the part of it that a query reads. */
export const keyRangeOf = (
  condition: Condition,
  placeholders: Placeholders,
  { hash, sort }: KeySchema,
): { readonly partition: string; readonly range: Range } => {
  const evaluation = new Evaluation({ [hash]: { S: hash }, [sort]: { S: sort } }, placeholders);
  // The probe item has the name of each key attribute as its value, so an operand shows which one it names.
  const isKey = (operand: Operand, name: string): boolean =>
    operand.kind === 'path' && evaluation.valueOf(operand)?.S === name;
  const textOf = (operand: Operand): string => {
    const value: AttributeValue | undefined = operand.kind === 'value' ? evaluation.valueOf(operand) : undefined;
    if (!value?.S) throw invalid('a key is compared with a text that is not empty');
    return value.S;
  };
  const subjectOf = (term: Condition): Operand => {
    if (term.kind === 'compare') return term.left;
    if (term.kind === 'between' || term.kind === 'begins_with') return term.operand;
    throw refused();
  };
  const terms = termsOf(condition);
  const ofHash = terms.filter((term) => isKey(subjectOf(term), hash));
  const ofSort = terms.filter((term) => isKey(subjectOf(term), sort));
  const [first] = ofHash;
  if (first === undefined) throw invalid(`Query condition missed key schema element: ${hash}`);
  if (first.kind !== 'compare' || first.by !== '=' || ofHash.length > 1 || ofSort.length > 1) throw refused();
  if (terms.length > ofHash.length + ofSort.length) throw invalid(`Query condition missed key schema element: ${sort}`);
  return { partition: textOf(first.right), range: ofSort[0] ? rangeOf(ofSort[0], textOf) : everything };
};

/** @throws ValidationException when a query's filter names a key */
export const requireNoKey = (filter: Condition, placeholders: Placeholders, { hash, sort }: KeySchema): void => {
  const pathOf = (operand: Operand): string | number | undefined =>
    operand.kind === 'path'
      ? namedPath(placeholders, operand.path)[0]
      : operand.kind === 'size'
        ? pathOf(operand.of)
        : undefined;
  const key = operandsOf(filter)
    .map(pathOf)
    .find((name) => name === hash || name === sort);
  if (key !== undefined) {
    throw invalid('a filter can only contain attributes that are no keys');
  }
};
