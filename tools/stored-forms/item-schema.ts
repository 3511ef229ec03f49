import type { Item } from '../../lambdas/store/table/table.ts';

/**
 * What the items of a kind have: for each attribute, in how many of them it is, and the forms of its values. Values of maps and lists
 * stand under paths. Ids, times and free texts have a form in braces; words of the code stand as they are.
 */
export type Schema = Readonly<Record<string, { readonly in: 'all' | 'some'; readonly forms: readonly string[] }>>;

const textForms: readonly (readonly [RegExp, string])[] = [
  [/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, '{id}'],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, '{time}'],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z#/, '{time}#{text}'],
  [/^\d{4}-\d\d-\d\d$/, '{day}'],
  [/^$/, '{empty}'],
  [/^\d+$/, '{digits}'],
  [/^(?:[a-z]+#\d+)$/, '{shard}'],
  [/^(?:parked|undelivered)#/, '{partner shard}'],
];

const word = /^(?:[a-z][a-z0-9]*(?:[_.][a-z0-9]+)*|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)$/;
const longestWord = 40;

const formOfText = (text: string): string => {
  const found = textForms.find(([expression]) => expression.test(text));
  if (found !== undefined) return found[1];
  return word.test(text) && text.length <= longestWord && !/\d/.test(text) ? text : '{text}';
};

const formOfNumber = (value: number): string => {
  if (value > 1e12) return '{milliseconds}';
  return value > 1e9 ? '{seconds}' : '{number}';
};

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Set);

/** Names may end with an id, a day or a number. */
const nameOf = (key: string): string =>
  key
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/, '{id}')
    .replace(/\d{4}-\d\d-\d\d/, '{day}')
    .replace(/\d+/, '{n}');

const formsOf = (path: string, value: unknown): readonly (readonly [string, string])[] => {
  if (typeof value === 'string') return [[path, formOfText(value)]];
  if (typeof value === 'number') return [[path, formOfNumber(value)]];
  if (value instanceof Uint8Array) return [[path, `{bytes ${value[0]}}`]];
  if (Array.isArray(value)) return [[path, '{list}'], ...value.flatMap((one) => formsOf(`${path}[]`, one))];
  if (value instanceof Set) return [[path, '{set}'], ...Array.from(value).flatMap((one) => formsOf(`${path}[]`, one))];
  if (isMap(value))
    return [
      [path, '{map}'],
      ...Object.entries(value).flatMap(([name, one]) => formsOf(`${path}.${nameOf(name)}`, one)),
    ];
  return [[path, String(value)]];
};

/** Each attribute's path with its form, without the keys. */
const featuresOf = ({ pk: _pk, sk: _sk, ...rest }: Item): readonly (readonly [string, string])[] =>
  Object.entries(rest).flatMap(([name, value]) => formsOf(nameOf(name), value));

export const schemaOf = (items: readonly Item[]): Schema => {
  const forms = new Map<string, Set<string>>();
  const counts = new Map<string, number>();
  for (const item of items) {
    const features = featuresOf(item);
    for (const [path, form] of features) forms.set(path, (forms.get(path) ?? new Set()).add(form));
    for (const path of new Set(features.map(([one]) => one))) counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  return Object.fromEntries(
    Array.from(forms.keys())
      .toSorted()
      .map((path) => [
        path,
        { in: counts.get(path) === items.length ? 'all' : 'some', forms: Array.from(forms.get(path) ?? []).toSorted() },
      ]),
  );
};

const mostExamples = 6;

/** Some of the items that together have every attribute and every form, as far as a few items can. */
export const examplesOf = (items: readonly Item[]): readonly Item[] => {
  const missing = new Set(items.flatMap((item) => featuresOf(item).map((feature) => feature.join(' '))));
  const examples: Item[] = [];
  const newIn = (item: Item): number =>
    Array.from(new Set(featuresOf(item).map((feature) => feature.join(' ')))).filter((one) => missing.has(one)).length;
  while (examples.length < mostExamples) {
    const best = items.reduce<{ readonly item: Item | null; readonly count: number }>(
      (known, item) => {
        const count = newIn(item);
        return count > known.count ? { item, count } : known;
      },
      { item: null, count: 0 },
    );
    if (best.item === null) break;
    examples.push(best.item);
    for (const feature of featuresOf(best.item)) missing.delete(feature.join(' '));
  }
  return examples.length === 0 ? items.slice(0, 1) : examples;
};
