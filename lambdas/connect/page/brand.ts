import { look, type Scheme } from '../../kernel/look.ts';

/** The colours of a page in the partner's colour. Texts reach a contrast of 4.5, everything else of 3 (WCAG 2.2 AA). */

/** Red, green and blue, 0 to 255. */
type Rgb = readonly [number, number, number];

export interface Palette {
  /** Of buttons: the partner's colour itself. */
  readonly fill: string;
  readonly onFill: string;
  /** The border of buttons. */
  readonly edge: string;
  /** Of links, icons and the focus: the partner's colour, lighter or darker as far as necessary. */
  readonly ink: string;
  /** Behind icons. */
  readonly soft: string;
}

const text = 4.5;
const shape = 3;

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];

const parsed = (color: string): Rgb => {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

const written = (color: Rgb): string => `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
const luminanceOf = (color: Rgb): number => {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
const contrast = (one: Rgb, other: Rgb): number => {
  const [light, dark] = [luminanceOf(one), luminanceOf(other)].toSorted((left, right) => right - left);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
};

const between = (from: number, to: number, share: number): number => Math.round(from + (to - from) * share);

const mixed = (color: Rgb, other: Rgb, share: number): Rgb => [
  between(color[0], other[0], share),
  between(color[1], other[1], share),
  between(color[2], other[2], share),
];

/** The backgrounds of a colour scheme, and what a colour is mixed with to be read on them. */
interface Grounds {
  readonly back: Rgb;
  readonly card: Rgb;
  readonly towards: Rgb;
}

const steps = Array.from({ length: 21 }, (_, step) => step / 20);

const paletteIn = ({ back, card, towards }: Grounds, color: Rgb): Palette => {
  const soft = mixed(card, color, 0.12);
  const inks = steps.map((share) => mixed(color, towards, share));
  const ink = inks.find((one) => [back, card, soft].every((under) => contrast(one, under) >= text)) ?? towards;
  const onFill = contrast(white, color) >= text ? white : black;
  const edge = contrast(color, card) >= shape ? color : ink;
  return {
    fill: written(color),
    onFill: written(onFill),
    edge: written(edge),
    ink: written(ink),
    soft: written(soft),
  };
};

const schemeOf = (scheme: Scheme, towards: Rgb): Grounds => ({
  back: parsed(look[scheme].back),
  card: parsed(look[scheme].card),
  towards,
});
const light = schemeOf('light', black);
const dark = schemeOf('dark', white);

/** @param color `#rrggbb` */
export const palettesOf = (color: string): { readonly light: Palette; readonly dark: Palette } => ({
  light: paletteIn(light, parsed(color)),
  dark: paletteIn(dark, parsed(color)),
});
