/** A part of a template that can be shown. */
export type TemplatePart =
  | { readonly is: 'title' | 'body' | 'footer'; readonly text: string }
  | { readonly is: 'media'; readonly format: string }
  | { readonly is: 'buttons'; readonly texts: readonly string[] }
  | { readonly is: 'other'; readonly type: string };

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const textIn = (fields: Readonly<Record<string, unknown>>, name: string): string => {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
};

const buttonsIn = (buttons: unknown): readonly string[] =>
  Array.isArray(buttons) ? buttons.map((button: unknown) => textIn(fieldsOf(button), 'text')).filter(Boolean) : [];

const headerOf = (fields: Readonly<Record<string, unknown>>): TemplatePart => {
  const format = textIn(fields, 'format').toUpperCase();
  return format === '' || format === 'TEXT' ? { is: 'title', text: textIn(fields, 'text') } : { is: 'media', format };
};

/** The parts of a template as the platform describes them, for showing. Parts of an unknown kind are named only. */
export const templateParts = (components: readonly unknown[]): readonly TemplatePart[] =>
  components.map((component) => {
    const fields = fieldsOf(component);
    const type = textIn(fields, 'type').toUpperCase();
    switch (type) {
      case 'HEADER':
        return headerOf(fields);
      case 'BODY':
        return { is: 'body', text: textIn(fields, 'text') };
      case 'FOOTER':
        return { is: 'footer', text: textIn(fields, 'text') };
      case 'BUTTONS':
        return { is: 'buttons', texts: buttonsIn(fields['buttons']) };
      default:
        return { is: 'other', type };
    }
  });
