import type { Notification } from '../../../packages/client/src/schemas.ts';
import type { Texts } from '../texts/texts.ts';

/** The figures of a text of the service, or the name and the language of a template, which it begins with. */
const factsOf = (body: string): readonly string[] => {
  const template = /^(.+) \((\w+)\) is /.exec(body);
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
