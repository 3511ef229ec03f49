/** A name or a number whose direction changes no neighbour's: https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates */
export const isolated = (text: string): string => `\u2068${text}\u2069`;

/** Texts side by side, each in its own direction. */
export const joined = (texts: readonly string[], sign = ' · '): string => texts.map(isolated).join(sign);
