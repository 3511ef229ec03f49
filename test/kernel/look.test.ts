import { describe, expect, test } from '@jest/globals';
import { styleOf } from '../../lambdas/connect/page/style.ts';
import { look, type Scheme } from '../../lambdas/kernel/look.ts';
import { statusStyle } from '../../lambdas/kernel/status-page.ts';
import { contrast } from '../contrast.ts';

type Colour = keyof (typeof look)[Scheme];

const grounds = ['back', 'card'] as const;

/** Each text with what is behind it. */
const texts: readonly (readonly [Colour, readonly Colour[]])[] = [
  ['text', [...grounds, 'soft', 'bad-soft', 'warn-soft', 'info-soft']],
  ['quiet', grounds],
  ['act', [...grounds, 'soft']],
  ['on-act', ['act']],
  ['good', grounds],
  ['bad', [...grounds, 'bad-soft']],
  ['warn', [...grounds, 'warn-soft']],
  ['info', [...grounds, 'info-soft']],
];

const schemes: readonly Scheme[] = ['light', 'dark'];

/** What is too weak to be read, each with its contrast. */
const weakIn = (scheme: Scheme, least: number, pairs: typeof texts): readonly unknown[] =>
  pairs.flatMap(([above, below]) =>
    below
      .map((ground) => [above, ground, contrast(look[scheme][above], look[scheme][ground])] as const)
      .filter(([, , found]) => found < least),
  );

describe.each(schemes)('the look of all pages, %s', (scheme) => {
  test('has texts that can be read: https://www.w3.org/TR/WCAG22/#contrast-minimum', () => {
    expect(weakIn(scheme, 4.5, texts)).toEqual([]);
  });

  test('has fields and marks that are seen: https://www.w3.org/TR/WCAG22/#non-text-contrast', () => {
    expect(weakIn(scheme, 3, [['field', grounds]])).toEqual([]);
  });
});

test.each([
  ['hosted', styleOf(null)],
  ['status', statusStyle],
])('a small page has the colours that it uses, and no others: %s', (_, style) => {
  const [declared, used] = [/--([\w-]+):/g, /var\(--([\w-]+)\)/g].map((pattern) =>
    Array.from(style.matchAll(pattern), ([, name = '']) => name),
  );
  expect(used?.filter((name) => declared?.includes(name) !== true)).toEqual([]);
  expect(declared?.filter((name) => name !== 'mono' && used?.includes(name) !== true)).toEqual([]);
});
