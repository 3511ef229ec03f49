/** Of a hosted page whose partner chose none: lambdas/kernel/look.ts */
export const ownColor = '#0b6653';

/** Whether a text is a colour as the service takes it. */
export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
const luminanceOf = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** Of a text in white on it: https://www.w3.org/TR/WCAG22/#contrast-minimum */
const least = 4.5;

/** The colour of the text on a button, as the hosted page chooses it. @param color `#rrggbb` */
export const textOn = (color: string): '#ffffff' | '#000000' =>
  1.05 / (luminanceOf(color) + 0.05) >= least ? '#ffffff' : '#000000';
