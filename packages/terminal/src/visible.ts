/**
 * C0 and C1, which terminals obey (https://ecma-international.org/publications-and-standards/standards/ecma-48/), and what changes the
 * order or the lines of a text (https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters).
 */
const controls = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]/g;

/** C0 becomes its picture (https://www.unicode.org/charts/PDF/U2400.pdf), the others an escape of JSON, which a text of JSON may have. */
const picture = (character: string): string => {
  const code = character.charCodeAt(0);
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : `\\u${code.toString(16).padStart(4, '0')}`;
};

/** A text in one line. */
export const visible = (text: string): string => text.replace(controls, picture);

/** A text that may have several lines. */
export const visibleLines = (text: string): string => text.split('\n').map(visible).join('\n');

/** A value of JSON with all its texts and names visible. */
export const visibleValue = (value: unknown): unknown => {
  if (typeof value === 'string') return visible(value);
  if (Array.isArray(value)) return value.map(visibleValue);
  return typeof value === 'object' && value !== null ? visibleRecord(value) : value;
};

export const visibleRecord = (record: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [visible(name), visibleValue(value)]));

/** A value as JSON, with escapes in place of the control characters in its texts. */
export const visibleJson = (value: unknown): string => `${visibleLines(JSON.stringify(value, null, 2))}\n`;
