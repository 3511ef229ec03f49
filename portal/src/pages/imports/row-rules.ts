import { columns, type Column } from '../../../../packages/customer-file/src/columns.ts';
import { needed } from '../../../../packages/customer-file/src/header.ts';

/** A rule of the service that a field breaks. */
export interface Breach {
  readonly field: Column;
  readonly rule: 'minimum' | 'maximum' | 'format' | 'control_characters';
}

/** As the service stores a text. */
export const normal = (text: string): string => text.trim().normalize('NFC');

/** The fewest and the most characters. An empty field is not sent, or said to be missing. */
const lengths: Readonly<Partial<Record<Column, readonly [number, number]>>> = {
  external_customer_id: [1, 200],
  customer_name: [2, 200],
  customer_email: [3, 320],
  customer_phone: [6, 40],
};

const isNeeded = (field: Column): boolean => needed.some((one) => one === field);

const mostMetadata = 8 * 1024;

/** What surely is no address. The service knows the whole form. */
const noAddress = /^[^@]*$|^@|@$|@[^.[]*$|\s|@.*\.$|@.*@/;

const ruleOf = (field: Column, text: string, [least, most]: readonly [number, number]): Breach['rule'] | null => {
  const { length } = Array.from(text);
  if (length < least) return 'minimum';
  if (length > most) return 'maximum';
  if (/\p{Cc}/u.test(text)) return 'control_characters';
  return field === 'customer_email' && !text.startsWith('"') && noAddress.test(text) ? 'format' : null;
};

/** The rules of the service that a row would break, so that it would be refused. */
export const breachesOf = (fields: Readonly<Record<string, unknown>>): readonly Breach[] =>
  columns.flatMap((field): readonly Breach[] => {
    const value = fields[field];
    const limits = lengths[field];
    if (field === 'metadata') {
      const bytes = new TextEncoder().encode(JSON.stringify(value ?? {})).length;
      return bytes > mostMetadata ? [{ field, rule: 'maximum' }] : [];
    }
    if (limits === undefined || typeof value !== 'string' || value === '' || value.includes('\0')) return [];
    const text = normal(value);
    // Blanks are as good as nothing where a field may be empty.
    const rule = text === '' && !isNeeded(field) ? null : ruleOf(field, text, limits);
    return rule === null ? [] : [{ field, rule }];
  });
