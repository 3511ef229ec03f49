import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { palettesOf, type Palette } from '../../lambdas/connect/page/brand.ts';
import { styleOf } from '../../lambdas/connect/page/style.ts';

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
const luminance = (color: string): number => {
  const linear = (at: number): number => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(1) + 0.7152 * linear(3) + 0.0722 * linear(5);
};

const contrast = (one: string, other: string): number => {
  const [first, second] = [luminance(one), luminance(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
};

/** The backgrounds of the page in each colour scheme, as the style has them. */
const [light = '', dark = ''] = styleOf(null)
  .split('\n')
  .filter((line) => line.includes('--back:'));
const backgroundOf = (scheme: string, name: string): string => {
  const color = new RegExp(`--${name}:(#[0-9a-f]+)`).exec(scheme)?.[1] ?? '';
  return color.length === 4 ? color.replaceAll(/[0-9a-f]/g, '$&$&') : color;
};

const expectReadable = ({ fill, onFill, edge, ink, soft }: Palette, scheme: string): void => {
  const [back, card] = [backgroundOf(scheme, 'back'), backgroundOf(scheme, 'card')];
  expect(contrast(fill, onFill)).toBeGreaterThanOrEqual(4.5);
  for (const under of [back, card, soft]) expect(contrast(ink, under)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(edge, card)).toBeGreaterThanOrEqual(3);
  // The account of a chosen number.
  expect(contrast(backgroundOf(scheme, 'text'), soft)).toBeGreaterThanOrEqual(4.5);
};

const colors = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe("the partner's colour", () => {
  test('is readable in both colour schemes, whichever it is', () => {
    fc.assert(
      fc.property(colors, (color) => {
        const palettes = palettesOf(color);
        expectReadable(palettes.light, light);
        expectReadable(palettes.dark, dark);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each(['#ffffff', '#000000', '#ffd400', '#808080', '#777777', '#0000ff', '#00ff00', '#16202c'])(
    'is readable: %s',
    (color) => {
      expectReadable(palettesOf(color).light, light);
      expectReadable(palettesOf(color).dark, dark);
    },
  );

  test('fills the buttons as it is; texts in it are darker or lighter only as far as necessary', () => {
    expect(palettesOf('#ffd400').light).toMatchObject({ fill: '#ffd400', onFill: '#000000' });
    expect(palettesOf('#0a5c4a').light).toMatchObject({ fill: '#0a5c4a', onFill: '#ffffff', ink: '#0a5c4a' });
    expect(palettesOf('#FFD400').dark.ink).toBe('#ffd400');
  });

  test("replaces the service's own in the style, which is otherwise the same", () => {
    expect(styleOf('#7c3aed').startsWith(styleOf(null))).toBe(true);
    expect(styleOf('#7c3aed')).toContain('--fill:#7c3aed');
  });
});
