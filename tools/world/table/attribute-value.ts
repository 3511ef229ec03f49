import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { invalid } from './refusals.ts';

/** An item, or a part of one, as DynamoDB keeps it. It never changes, so versions and images share it. */
export type Attributes = Readonly<Record<string, AttributeValue>>;

export const types = ['S', 'N', 'B', 'BOOL', 'NULL', 'M', 'L', 'SS', 'NS', 'BS'] as const;
export type ValueType = (typeof types)[number];

export const typeOf = (value: AttributeValue): ValueType => {
  const type = types.find((one) => value[one] !== undefined);
  if (type === undefined) throw invalid('a value has no type');
  return type;
};

/** A decimal number: `digits` times ten to the power of `exponent`, without zeros at the end of `digits`. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

const shortest = (digits: bigint, exponent: number): Decimal => {
  if (digits === 0n) return { digits, exponent: 0 };
  let [short, power] = [digits, exponent];
  for (; short % 10n === 0n; power += 1) short /= 10n;
  return { digits: short, exponent: power };
};

const decimalOf = (text: string): Decimal => {
  const [, sign = '', whole = '', part = '', power = '0'] =
    /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  if (whole === '' && part === '') throw invalid('a number is no number');
  return shortest(BigInt(`${sign === '-' ? '-' : ''}${whole}${part}`), Number(power) - part.length);
};

const aligned = (left: Decimal, right: Decimal): readonly [bigint, bigint, number] => {
  const exponent = Math.min(left.exponent, right.exponent);
  const at = (one: Decimal): bigint => one.digits * 10n ** BigInt(one.exponent - exponent);
  return [at(left), at(right), exponent];
};

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html#limits-data-types-number */
const [mostDigits, largestPower, smallestPower] = [38, 125, -130];

const textOf = ({ digits, exponent }: Decimal): string => {
  const text = String(digits < 0n ? -digits : digits);
  const power = text.length + exponent - 1;
  if (text.length > mostDigits) throw invalid('a number has more than 38 digits');
  if (power > largestPower) throw invalid('a number is too large');
  if (digits !== 0n && power < smallestPower) throw invalid('a number is too small');
  const padded = text.padStart(1 - exponent, '0');
  const plain = exponent >= 0 ? text + '0'.repeat(exponent) : `${padded.slice(0, exponent)}.${padded.slice(exponent)}`;
  return digits < 0n ? `-${plain}` : plain;
};

const isPlain = (text: string): boolean => /^(0|-?[1-9]\d{0,14})$/.test(text);

/** A number is kept in one form, so equal numbers have equal texts. */
const numberText = (text: string): string => (isPlain(text) ? text : textOf(decimalOf(text)));

/** The exact sum of two numbers. */
export const sumOf = (left: string, right: string): string => {
  if (isPlain(left) && isPlain(right)) return String(Number(left) + Number(right));
  const [one, other, exponent] = aligned(decimalOf(left), decimalOf(right));
  return textOf(shortest(one + other, exponent));
};

export const negated = (text: string): string =>
  text === '0' ? text : text.startsWith('-') ? text.slice(1) : `-${text}`;

const compareNumbers = (left: string, right: string): number => {
  if (isPlain(left) && isPlain(right)) return Number(left) - Number(right);
  const [one, other] = aligned(decimalOf(left), decimalOf(right));
  return one < other ? -1 : one > other ? 1 : 0;
};

/** Puts surrogates behind all other code units, where the UTF-8 bytes of their characters are. */
const rank = (unit: number): number => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800);

/** In the order of the UTF-8 bytes. */
export const compareText = (left: string, right: string): number => {
  if (left === right) return 0;
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const [one, other] = [left.charCodeAt(index), right.charCodeAt(index)];
    if (one !== other) return rank(one) - rank(other);
  }
  return left.length - right.length;
};

/** Undefined for values of two types, and of types without an order. */
export const compare = (left: AttributeValue, right: AttributeValue): number | undefined => {
  if (left.S !== undefined && right.S !== undefined) return compareText(left.S, right.S);
  if (left.N !== undefined && right.N !== undefined) return compareNumbers(left.N, right.N);
  if (left.B !== undefined && right.B !== undefined) return Buffer.compare(left.B, right.B);
  return undefined;
};

const bytesText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** The elements of a set, as texts that are equal when the elements are; undefined for another value. */
export const elementsOf = (value: AttributeValue): readonly string[] | undefined =>
  value.SS ?? value.NS ?? value.BS?.map(bytesText);

/** The set of the elements that a predicate keeps; undefined when none is left, since a set is never empty. */
export const keeping = (value: AttributeValue, keep: (element: string) => boolean): AttributeValue | undefined => {
  const kept: AttributeValue =
    value.BS === undefined
      ? value.SS === undefined
        ? { NS: (value.NS ?? []).filter(keep) }
        : { SS: value.SS.filter(keep) }
      : { BS: value.BS.filter((bytes) => keep(bytesText(bytes))) };
  return elementsOf(kept)?.length === 0 ? undefined : kept;
};

/** The union of two sets of one type. */
export const unionOf = (left: AttributeValue, right: AttributeValue): AttributeValue => {
  const has = new Set(elementsOf(left));
  const added = keeping(right, (element) => !has.has(element));
  if (left.SS !== undefined) return { SS: [...left.SS, ...(added?.SS ?? [])] };
  if (left.NS !== undefined) return { NS: [...left.NS, ...(added?.NS ?? [])] };
  return { BS: [...(left.BS ?? []), ...(added?.BS ?? [])] };
};

export const isEqual = (left: AttributeValue, right: AttributeValue): boolean => {
  if (left === right) return true;
  if (typeOf(left) !== typeOf(right)) return false;
  if (left.M !== undefined && right.M !== undefined) return isSameItem(left.M, right.M);
  if (left.L !== undefined && right.L !== undefined) {
    const others = right.L;
    const isSame = (one: AttributeValue, index: number): boolean => {
      const other = others[index];
      return other !== undefined && isEqual(one, other);
    };
    return left.L.length === others.length && left.L.every(isSame);
  }
  const elements = elementsOf(left);
  if (elements !== undefined) {
    const others = new Set(elementsOf(right));
    return elements.length === others.size && elements.every((element) => others.has(element));
  }
  return left.BOOL === right.BOOL && (left.BOOL !== undefined || left.NULL !== undefined || compare(left, right) === 0);
};

export const isSameItem = (left: Attributes, right: Attributes): boolean =>
  Object.keys(left).length === Object.keys(right).length &&
  Object.entries(left).every(([name, value]) => {
    const other = right[name];
    return other !== undefined && isEqual(value, other);
  });

const mapped = (map: Attributes, change: (value: AttributeValue) => AttributeValue): Record<string, AttributeValue> => {
  const changed: Record<string, AttributeValue> = {};
  for (const [name, value] of Object.entries(map)) changed[name] = change(value);
  return changed;
};

/** A copy with numbers in their one form. Bytes are the only part of a marshalled value that its owner could change. */
const stored = (value: AttributeValue): AttributeValue => {
  if (value.N !== undefined) return isPlain(value.N) ? value : { N: numberText(value.N) };
  if (value.B !== undefined) return { B: Uint8Array.from(value.B) };
  if (value.M !== undefined) return { M: mapped(value.M, stored) };
  if (value.L !== undefined) return { L: value.L.map(stored) };
  if (value.NS !== undefined) return { NS: value.NS.map(numberText) };
  if (value.BS !== undefined) return { BS: value.BS.map((bytes) => Uint8Array.from(bytes)) };
  return value;
};

export const storedItem = (item: Attributes): Attributes => mapped(item, stored);

/** One byte for two significant digits, one more, and another for a negative number. AWS calls this approximate. */
const numberSize = (text: string): number =>
  Math.ceil(text.replace(/[-.]/g, '').replace(/^0+|0+$/g, '').length / 2) + (text.startsWith('-') ? 2 : 1);

const sum = (sizes: readonly number[]): number => sizes.reduce((whole, size) => whole + size, 0);

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html */
const sizeOf = (value: AttributeValue): number => {
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  if (value.N !== undefined) return numberSize(value.N);
  if (value.B !== undefined) return value.B.length;
  if (value.M !== undefined) return 3 + itemSize(value.M) + Object.keys(value.M).length;
  if (value.L !== undefined) return 3 + sum(value.L.map((element) => 1 + sizeOf(element)));
  if (value.SS !== undefined) return sum(value.SS.map((text) => Buffer.byteLength(text)));
  if (value.NS !== undefined) return sum(value.NS.map(numberSize));
  if (value.BS !== undefined) return sum(value.BS.map((bytes) => bytes.length));
  return 1;
};

export const itemSize = (item: Attributes): number => {
  let size = 0;
  for (const [name, value] of Object.entries(item)) size += Buffer.byteLength(name) + sizeOf(value);
  return size;
};
