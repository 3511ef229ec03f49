import { isJsonObject, type JsonObject } from './json-object.ts';

/**
 * The size of an item in bytes, with names and values, as DynamoDB computes it for capacity units:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 * @param item in DynamoDB JSON: `{ "id": { "S": "1" } }`
 */
export const itemSize = (item: JsonObject): number =>
  Object.entries(item).reduce((size, [name, value]) => size + Buffer.byteLength(name) + valueSize(value), 0);

/** @param value `{ "S": "text" }` */
const valueSize = (value: unknown): number => {
  const [type, content] = Object.entries(isJsonObject(value) ? value : {})[0] ?? [];
  switch (type) {
    case 'S':
      return Buffer.byteLength(String(content));
    case 'N':
      return numberSize(String(content));
    case 'B':
      return Buffer.byteLength(String(content), 'base64');
    case 'BOOL':
    case 'NULL':
      return 1;
    case 'SS':
    case 'NS':
    case 'BS':
      return elements(content).reduce<number>((size, element) => size + valueSize({ [type.charAt(0)]: element }), 0);
    // Three bytes, one byte for each element, and the sizes of the elements.
    case 'L':
      return elements(content).reduce<number>((size, element) => size + valueSize(element) + 1, 3);
    case 'M':
      return 3 + (isJsonObject(content) ? itemSize(content) + Object.keys(content).length : 0);
    case undefined:
    default:
      return 0;
  }
};

const elements = (content: unknown): readonly unknown[] => (Array.isArray(content) ? content : []);

/** One byte for two significant digits, one more, and another for a negative number. AWS calls this approximate. */
const numberSize = (number: string): number => {
  const [mantissa = ''] = number.toLowerCase().split('e');
  const digits = mantissa.replace(/^[-+]/, '').replace('.', '').replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  return Math.ceil(significant.length / 2) + 1 + (mantissa.startsWith('-') ? 1 : 0);
};
