/** What the platform says of a template, which may have any form. */
export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {});

export const itemsOf = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? value.map((item: unknown) => fieldsOf(item)) : [];

export const textIn = (fields: Fields, name: string): string => {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
};

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item: unknown) => typeof item === 'string') : [];

/**
 * The examples of a part's variables, by their names or their numbers.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/templates/components
 */
export const exampleTexts = (part: Fields): ReadonlyMap<string, string> => {
  const example = fieldsOf(part['example']);
  const bodies: unknown = example['body_text'];
  const numbered = [...textsOf(Array.isArray(bodies) ? bodies[0] : undefined), ...textsOf(example['header_text'])];
  const named = [...itemsOf(example['body_text_named_params']), ...itemsOf(example['header_text_named_params'])];
  return new Map([
    ...numbered.map((text, place) => [String(place + 1), text] as const),
    ...named.map((one) => [textIn(one, 'param_name'), textIn(one, 'example')] as const),
  ]);
};
