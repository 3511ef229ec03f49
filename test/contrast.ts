/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
const luminance = (color: string): number => {
  const linear = (at: number): number => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(1) + 0.7152 * linear(3) + 0.0722 * linear(5);
};

/** Of two colours, `#rrggbb`: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export const contrast = (one: string, other: string): number => {
  const [first, second] = [luminance(one), luminance(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
};
