import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { palettesOf, type Palette } from '../../lambdas/connect/page/brand.ts';
import { styleOf } from '../../lambdas/connect/page/style.ts';
import { look } from '../../lambdas/kernel/look.ts';
import { contrast } from '../contrast.ts';

type Grounds = Readonly<Record<'back' | 'card' | 'text', string>>;

const expectReadable = ({ fill, onFill, edge, ink, soft }: Palette, { back, card, text }: Grounds): void => {
  expect(contrast(fill, onFill)).toBeGreaterThanOrEqual(4.5);
  for (const under of [back, card, soft]) expect(contrast(ink, under)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(edge, card)).toBeGreaterThanOrEqual(3);
  // The account of a chosen number.
  expect(contrast(text, soft)).toBeGreaterThanOrEqual(4.5);
};

const colors = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe("the partner's colour", () => {
  test('is readable in both colour schemes, whichever it is', () => {
    fc.assert(
      fc.property(colors, (color) => {
        const palettes = palettesOf(color);
        expectReadable(palettes.light, look.light);
        expectReadable(palettes.dark, look.dark);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each(['#ffffff', '#000000', '#ffd400', '#808080', '#777777', '#0000ff', '#00ff00', '#16202c'])(
    'is readable: %s',
    (color) => {
      expectReadable(palettesOf(color).light, look.light);
      expectReadable(palettesOf(color).dark, look.dark);
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
