import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { apiPage, readApiPage } from '../../tools/compatible/api-page.ts';
import { declaredLines } from '../../tools/client/declared-lines.ts';

const linesOf = (text: string): readonly string[] =>
  apiPage(Array.from(declaredLines('m', text).values()).flat())
    .trim()
    .split('\n')
    .slice(1);

test('a function has its parameters by place, and its result', () => {
  expect(
    linesOf(`
      export const f = <T extends string>(a: T, { b }: { readonly b?: number } = {}): Promise<T> => g(a, b);
      export async function* h(on?: (x: 'a' | "b") => void): AsyncGenerator<string, void> {}
      const hidden = 1;
    `),
  ).toEqual([
    ...['m/f: function<T extends string>', 'm/f(1): T', 'm/f(2)?: object', 'm/f(2).b?: number', 'm/f(): Promise<T>'],
    ...['m/h: function', 'm/h(1)?: function', 'm/h(1)(1): "a" | "b"', 'm/h(1)(): void'],
    'm/h(): AsyncGenerator<string, void>',
  ]);
});

test('a generic type has its parameters', () => {
  expect(linesOf('export interface A<B extends C = D> {}\nexport type E<F> = F;\nexport class G<H> {}')).toEqual([
    ...['m/A: object', 'm/A<>: B extends C = D', 'm/E: F', 'm/E<>: F', 'm/G: class', 'm/G<>: H'],
  ]);
});

test('an interface has its members, also those of lists within lists', () => {
  expect(
    linesOf(`
      export interface A extends B {
        /** A comment. */
        readonly a?: string | undefined;
        readonly 'b-c': readonly (readonly { readonly d: 1 | null }[])[];
      }
    `),
  ).toEqual([
    ...['m/A: object extends B', 'm/A.a?: string', 'm/A["b-c"]: array', 'm/A["b-c"][]: array'],
    ...['m/A["b-c"][][]: object', 'm/A["b-c"][][].d: 1 | null'],
  ]);
});

test('what only one object of a union has may be absent', () => {
  expect(linesOf(`export type U = { readonly a: 'x'; readonly b: 1 } | { readonly a: 'y' } | string;`)).toEqual([
    ...['m/U: object | string', 'm/U.a: "x" | "y"', 'm/U.b?: 1'],
  ]);
});

test('a class has its public members and its constructor', () => {
  expect(
    linesOf(`
      export class C extends Error {
        override readonly name = 'C';
        readonly #secret = 1;
        private also = 2;
        constructor(a: number) { super(); }
        get(): string { return ''; }
      }
    `),
  ).toEqual(['m/C: class extends Error', 'm/C.name: "C"', 'm/C(1): number', 'm/C.get: function', 'm/C.get(): string']);
});

test('a constant has its type, or the values of its members', () => {
  expect(
    linesOf(`
      export const p: Policy = { a: 1 };
      export const all = { 'a-b': ['POST'] } as const satisfies X;
    `),
  ).toEqual(['m/p: Policy', 'm/all: object', 'm/all["a-b"]: [\'POST\']']);
});

test('an export that the page cannot describe is an error', () => {
  expect(() => declaredLines('m', 'export enum E { a }')).toThrow("can't describe");
});

test('the page has every name that a program can import', async () => {
  const root = new URL('../../packages/client/', import.meta.url);
  const page = readApiPage(await readFile(new URL('api.txt', root), 'utf8')).map(({ path }) => path);
  for (const module of ['client', 'import-customers', 'routes', 'schemas', 'refusal', 'webhook']) {
    const text = await readFile(new URL(`src/${module}.ts`, root), 'utf8');
    const names = Array.from(
      text.matchAll(/^export (?:async )?(?:const|class|interface|type|function\*?) (\w+)/gm),
      ([, name = '']) => `${module}/${name}`,
    );
    expect(names.filter((name) => !page.includes(name))).toEqual([]);
  }
});
