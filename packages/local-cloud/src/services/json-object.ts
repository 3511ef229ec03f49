export type JsonObject = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const text = (object: JsonObject, name: string): string | undefined => {
  const value = object[name];
  return typeof value === 'string' ? value : undefined;
};

export const child = (object: JsonObject, name: string): JsonObject | undefined => {
  const value = object[name];
  return isJsonObject(value) ? value : undefined;
};

/** The objects in an array; other elements are omitted. */
export const children = (object: JsonObject, name: string): readonly JsonObject[] => {
  const value = object[name];
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
};

export const parseJsonObject = (source: string): JsonObject | undefined => {
  try {
    const value: unknown = JSON.parse(source);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};
