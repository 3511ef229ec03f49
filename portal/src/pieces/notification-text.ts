import type { Notification } from '../../../packages/client/src/schemas.ts';
import type { Notice } from '../texts/en/notices.ts';
import type { Texts } from '../texts/texts.ts';

/** A notification in the language of the reader. One of a kind that this version of the portal does not know is shown as it came. */
export const notificationText = (
  { notices }: Texts,
  { kind, facts, title, body }: Pick<Notification, 'kind' | 'facts' | 'title' | 'body'>,
): { readonly title: string; readonly body: string } => {
  const known: Notice | undefined = kind === null ? undefined : notices[kind];
  if (known === undefined) return { title, body };
  const named = Object.entries(facts).flatMap(([name, fact]): readonly (readonly [string, string])[] =>
    typeof fact === 'string' || typeof fact === 'number' ? [[name, String(fact)]] : [],
  );
  return { title: known.title, body: known.why(Object.fromEntries(named)) };
};
