/** Values in DynamoDB's own notation, as JSON has them, and back. */

export type Attribute = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const numberText = (value: number): string => {
  if (!Number.isFinite(value)) throw new Error(`${value} is no number that DynamoDB has`);
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) throw new Error(`${value} is too large to be exact`);
  return String(value);
};

const attributeOf = (value: unknown): Attribute => {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: numberText(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value === null) return { NULL: true };
  if (value instanceof Uint8Array)
    return { B: Buffer.from(value.buffer, value.byteOffset, value.length).toString('base64') };
  if (Array.isArray(value)) return { L: value.filter((one) => one !== undefined).map(attributeOf) };
  if (isRecord(value) && !(value instanceof Set) && !(value instanceof Map)) return { M: marshall(value) };
  throw new Error('DynamoDB is given something that it has no type for');
};

/** What is undefined is left out. */
export const marshall = (item: Readonly<Record<string, unknown>>): Record<string, Attribute> => {
  const attributes: Record<string, Attribute> = {};
  for (const [name, value] of Object.entries(item)) {
    if (value === undefined) continue;
    // Not an assignment: `__proto__` is a name like any other.
    if (name === '__proto__') Object.defineProperty(attributes, name, { value: attributeOf(value), enumerable: true });
    else attributes[name] = attributeOf(value);
  }
  return attributes;
};

const numberOf = (text: unknown): number => {
  const value = Number(text);
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new Error(`${String(text)} is too large to be exact`);
  return value;
};

const valueOf = (attribute: unknown): unknown => {
  if (!isRecord(attribute)) throw new Error('an attribute is no object');
  for (const type in attribute) {
    const value = attribute[type];
    switch (type) {
      case 'S':
      case 'BOOL':
        return value;
      case 'N':
        return numberOf(value);
      case 'NULL':
        return null;
      case 'B':
        return value instanceof Uint8Array ? value : new Uint8Array(Buffer.from(String(value), 'base64'));
      case 'L':
        return Array.isArray(value) ? value.map(valueOf) : [];
      case 'M':
        return unmarshall(value);
      default:
        throw new Error(`an attribute of the type ${type} is not expected`);
    }
  }
  throw new Error('an attribute has no type');
};

export const unmarshall = (item: unknown): Record<string, unknown> => {
  const values: Record<string, unknown> = {};
  if (!isRecord(item)) return values;
  for (const [name, attribute] of Object.entries(item)) {
    const value = valueOf(attribute);
    if (name === '__proto__') Object.defineProperty(values, name, { value, enumerable: true });
    else values[name] = value;
  }
  return values;
};
