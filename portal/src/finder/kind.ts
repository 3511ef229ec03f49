/** What the search finds beside pages, in the order in which it is shown. */
export const kinds = ['customers', 'lines', 'templates', 'messages', 'events', 'keys', 'acts'] as const;
export type Kind = (typeof kinds)[number];

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** A key as it is issued, or its beginning with the id. */
const key = /^partner_(?:live|test)_([\dA-Za-z]+)/;
/** The id of a key alone. */
const keyId = /^[\dA-Za-z]{11,13}$/;
/** What no person types: an id of a message that is not the platform's. */
const opaque = /^(?=.*\d)\S{20,}$/;
/** https://developers.facebook.com/docs/graph-api/overview#fields */
const platformId = /^\d{14,}$/;
/** https://developers.facebook.com/documentation/business-messaging/whatsapp/templates/components */
const templateName = /^(?=.*[a-z])[\da-z_]{3,}$/;
const letter = /\p{L}/u;

export const isUuid = (term: string): boolean => uuid.test(term);
/** Whether it may be the platform's id of a number or an account. */
export const isPlatformId = (term: string): boolean => platformId.test(term);
/** The id of a key, without the secret that it may have been copied with. */
export const keyIdIn = (term: string): string => key.exec(term)?.[1] ?? term;

/** The kinds that a term may name by its form. Of no other are routes asked; a key is sent nowhere. */
export const kindsOf = (term: string): ReadonlySet<Kind> => {
  if (term.length < 2) return new Set();
  if (key.test(term)) return new Set(['keys']);
  if (term.startsWith('wamid.')) return new Set(['messages']);
  if (isUuid(term)) return new Set(['customers', 'lines', 'events', 'acts']);
  const named: readonly Kind[] = [
    ...(['customers', 'lines'] as const),
    ...(templateName.test(term) ? (['templates'] as const) : []),
  ];
  if (opaque.test(term)) return new Set([...named, 'messages']);
  return new Set(keyId.test(term) && letter.test(term) && /\d/.test(term) ? [...named, 'keys'] : named);
};
