import type { Notification } from '../../../packages/client/src/schemas.ts';
import type { Notice } from '../texts/en/notices.ts';
import type { Texts } from '../texts/texts.ts';

/**
 * A notification in the language of the reader. One of a kind that this version of the portal does not know is shown as it came.
 * @param supported names the support in place of the operator
 */
export const notificationText = (
  { notices }: Texts,
  { kind, facts, title, body }: Pick<Notification, 'kind' | 'facts' | 'title' | 'body'>,
  supported = (text: string): string => text,
): { readonly title: string; readonly body: string } => {
  const known: Notice | undefined = kind === null ? undefined : notices[kind];
  if (known === undefined) return { title, body };
  const named = Object.entries(facts).flatMap(([name, fact]): readonly (readonly [string, string])[] =>
    typeof fact === 'string' || typeof fact === 'number' ? [[name, String(fact)]] : [],
  );
  const why = known.why(Object.fromEntries(named));
  // The only one that names the operator. Names in others may have the same words.
  return { title: known.title, body: kind === 'slots_nearly_taken' ? supported(why) : why };
};
