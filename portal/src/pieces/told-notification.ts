import type { Notification } from '../../../packages/client/src/schemas.ts';
import type { Texts } from '../texts/texts.ts';

/** The figures of a text of the service. Of one that begins with a template: its name, its language and what the platform says of it. */
const factsOf = (body: string): readonly string[] => {
  const template = /^(.+?) \((\w+)\) is (?:.*? The platform says: (.*))?/s.exec(body);
  return template === null ? (body.match(/\d+(?:\.\d+)?/g) ?? []) : template.slice(1);
};

/** What a notification says in the language of the reader. One that the portal does not know is said as it came. */
export const toldNotification = (
  { told }: Texts,
  { title, body }: Pick<Notification, 'title' | 'body'>,
): { readonly title: string; readonly body: string } => {
  const known = told[title];
  return known === undefined ? { title, body } : { title: known.title, body: known.why(factsOf(body)) };
};
