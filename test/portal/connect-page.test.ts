import { describe, expect, test } from '@jest/globals';
import { palettesOf } from '../../lambdas/connect/page/brand.ts';
import { look } from '../../lambdas/kernel/look.ts';
import { ownColor, textOn } from '../../portal/src/pages/connect-page/contrast.ts';
import { changesOf } from '../../portal/src/pages/connect-page/settings.ts';

describe('the preview of the connect page', () => {
  test('has the colour of the page itself where the partner chose none', () => {
    expect(ownColor).toBe(look.light.act);
  });

  test('has the text of its button in the colour that the page itself chooses', () => {
    const shades = ['00', '33', '66', '77', '99', 'cc', 'ff'];
    const colors = shades.flatMap((red) => shades.flatMap((green) => shades.map((blue) => `#${red}${green}${blue}`)));
    const chosen = colors.map((color) => [color, textOn(color)]);
    expect(chosen).toEqual(colors.map((color) => [color, palettesOf(color).light.onFill]));
  });
});

describe('the settings of the connect page', () => {
  const was = { display_name: 'Lua', logo_url: 'https://app.example/logo.png', color: '', privacy_url: '' };

  test('send only what was changed, and null for what was emptied', () => {
    expect(changesOf(was, { ...was, display_name: ' ', color: '#1A73E8' }, false)).toEqual({
      display_name: null,
      color: '#1A73E8',
    });
  });

  test('send the address of the logo again when its image is to be fetched again', () => {
    expect(changesOf(was, was, false)).toEqual({});
    expect(changesOf(was, was, true)).toEqual({ logo_url: 'https://app.example/logo.png' });
  });
});
