import { exampleTexts, fieldsOf, itemsOf, textIn, type Fields } from './template-fields.ts';
import { markedText, type Piece } from './marked-text.ts';

export interface TemplateButton {
  /** The platform's type, such as `URL`. */
  readonly type: string;
  readonly text: string;
}

/** A part of a template that can be shown. */
export type TemplatePart =
  | { readonly is: 'title' | 'body' | 'footer'; readonly pieces: readonly Piece[] }
  | { readonly is: 'media'; readonly format: string }
  | { readonly is: 'buttons'; readonly buttons: readonly TemplateButton[] }
  | { readonly is: 'cards'; readonly cards: readonly (readonly TemplatePart[])[] }
  | { readonly is: 'offer'; readonly text: string }
  /** Minutes after which a code expires: the platform writes the sentence in the template's language. */
  | { readonly is: 'expiry'; readonly minutes: number }
  | { readonly is: 'other'; readonly type: string };

const piecesIn = (fields: Fields): readonly Piece[] => markedText(textIn(fields, 'text'), exampleTexts(fields));

const headerOf = (fields: Fields): TemplatePart => {
  const format = textIn(fields, 'format').toUpperCase();
  return format === '' || format === 'TEXT' ? { is: 'title', pieces: piecesIn(fields) } : { is: 'media', format };
};

const footerOf = (fields: Fields): TemplatePart => {
  const minutes = fields['code_expiration_minutes'];
  return typeof minutes === 'number' && textIn(fields, 'text') === ''
    ? { is: 'expiry', minutes }
    : { is: 'footer', pieces: piecesIn(fields) };
};

const buttonsIn = (fields: Fields): readonly TemplateButton[] =>
  itemsOf(fields['buttons']).flatMap((button) => {
    const text = textIn(button, 'text');
    return text === '' ? [] : [{ type: textIn(button, 'type').toUpperCase(), text }];
  });

/**
 * The parts of a template as the platform describes them, for showing. Parts of an unknown kind are named only.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/templates/components
 */
export const templateParts = (components: readonly unknown[]): readonly TemplatePart[] =>
  components.map((component) => {
    const fields = fieldsOf(component);
    const type = textIn(fields, 'type').toUpperCase();
    switch (type) {
      case 'HEADER':
        return headerOf(fields);
      case 'BODY':
        return { is: 'body', pieces: piecesIn(fields) };
      case 'FOOTER':
        return footerOf(fields);
      case 'BUTTONS':
        return { is: 'buttons', buttons: buttonsIn(fields) };
      case 'CAROUSEL':
        return {
          is: 'cards',
          cards: itemsOf(fields['cards']).map((card) => templateParts(itemsOf(card['components']))),
        };
      case 'LIMITED_TIME_OFFER':
        return { is: 'offer', text: textIn(fieldsOf(fields['limited_time_offer']), 'text') };
      default:
        return { is: 'other', type };
    }
  });
