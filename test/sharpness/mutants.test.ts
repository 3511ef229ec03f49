import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { conditionTerms } from '../../tools/sharpness/condition-terms.ts';
import { suitesAt } from '../../tools/sharpness/coverage.ts';
import { equivalents, isEquivalent } from '../../tools/sharpness/equivalent.ts';
import { mutantsOf } from '../../tools/sharpness/mutants.ts';
import { NearestSuites } from '../../tools/sharpness/nearest-suites.ts';
import { scoreOf, type Tried } from '../../tools/sharpness/report.ts';
import { root } from '../../tools/sharpness/root.ts';

const shown = (text: string): readonly string[] =>
  mutantsOf('lambdas/a.ts', text).map(({ mutator, before, after }) => `${mutator}: ${before} → ${after}`);

describe('the terms of a condition', () => {
  it.each([
    ['revision = :read', ['revision = :read']],
    ['attribute_exists(pk) AND (a = :a AND b = :b)', ['attribute_exists(pk)', '(a = :a AND b = :b)']],
    ['tat BETWEEN :from AND :latest AND lease = :lease', ['tat BETWEEN :from AND :latest', 'lease = :lease']],
    // oxlint-disable-next-line no-template-curly-in-string -- the text of a source
    ['${isDue} AND begins_with(due_shard, :event)', ['${isDue}', 'begins_with(due_shard, :event)']],
    [' AND revision = :read', ['revision = :read']],
    [' OR attribute_not_exists(stored_at)', []],
    ['SET revision = :next', []],
    ['pk = :pk AND sk = :sk', []],
    ['the line and its number', []],
  ])('of %j', (text, terms) => {
    expect(conditionTerms(text).map(({ start, end }) => text.slice(start, end))).toEqual(terms);
  });
});

describe('the mutants', () => {
  it('make each term of a condition true, and move its boundary', () => {
    expect(shown("const write = { ConditionExpression: 'lease = :lease AND due_at <= :now' };")).toEqual([
      'condition term: lease = :lease → (lease = :lease OR attribute_exists(pk) OR attribute_not_exists(pk))',
      'condition term: due_at <= :now → (due_at <= :now OR attribute_exists(pk) OR attribute_not_exists(pk))',
      'condition boundary: <= → <',
    ]);
  });

  it('leave out refusals and lifetimes, and shorten lifetimes', () => {
    expect(shown('const clause = { refuse: contended, ttl: seconds(end) };')).toEqual([
      'refuse removed: refuse: contended → ...{}',
      'ttl removed: ttl: seconds(end) → ...{}',
      'ttl shortened: seconds(end) → ((ttl) => ttl && ttl - 86_400)(seconds(end))',
    ]);
  });

  it('turn comparisons of times, and check no identity, scope or guard', () => {
    expect(shown('const is = due <= now;')).toEqual([
      'boundary: <= → <',
      'always true: due <= now → true',
      'always false: due <= now → false',
    ]);
    expect(shown('const is = held.lease === lease && scopes.has(scope);')).toEqual([
      'always true: held.lease === lease → true',
      'always true: scopes.has(scope) → true',
    ]);
    expect(shown('if (one.partnerId !== partnerId) throw lost;')).toEqual([
      'always false: one.partnerId !== partnerId → false',
    ]);
    expect(shown('if (isGone) throw lost;')).toEqual(['guard removed: isGone → false']);
  });

  it('leave alone what orders nothing, and the conditions of queries', () => {
    const text = "const query = { KeyConditionExpression: 'due_shard = :shard AND due_at <= :now' };";
    expect(shown(`${text} if (items.length > 25 && id === undefined) more();`)).toEqual([]);
  });
});

describe('the suites of a mutant', () => {
  it('are those that run the changed place', () => {
    const range = (startOffset: number, endOffset: number, count: number) => ({ startOffset, endOffset, count });
    const running = (suite: string, calls: number, inBlock: number) => {
      const functions = [{ ranges: [range(0, 100, 1)] }, { ranges: [range(10, 50, calls), range(20, 30, inBlock)] }];
      return { suite, seconds: 1, passed: true, files: [{ file: 'a.ts', functions }] };
    };
    const suites = [running('both', 2, 1), running('around', 1, 0), { ...running('neither', 0, 0), files: [] }];
    const names = (at: number): readonly string[] => suitesAt(suites, 'a.ts', at).map(({ suite }) => suite);
    expect(names(25)).toEqual(['both']);
    expect(names(45)).toEqual(['both', 'around']);
    // A statement of the module.
    expect(names(60)).toEqual(['both', 'around', 'neither']);
  });

  it('are nearest by imports', () => {
    expect(new NearestSuites().of('tools/sharpness/mutants.ts')).toEqual(['test/sharpness/mutants.test.ts']);
  });
});

describe('the score', () => {
  it('is the share of the killed among the mutants that are not equivalent', () => {
    const [mutant] = mutantsOf('lambdas/a.ts', 'const is = due < now;');
    if (mutant === undefined) throw new Error('there is no mutant');
    const tried = (bySuites: boolean, byWorld: boolean): Tried => ({ mutant, bySuites, byWorld });
    expect(scoreOf([tried(true, false), tried(false, true), tried(false, false), tried(true, true)])).toBe(0.75);
  });

  it('leaves out only equivalents that are mutants', () => {
    const mutants = globSync('lambdas/**/*.ts', { cwd: root }).flatMap((file) =>
      mutantsOf(file, readFileSync(path.join(root, file), 'utf8')),
    );
    expect(equivalents.filter((one) => !mutants.some((mutant) => isEquivalent(mutant, one)))).toEqual([]);
  });
});
