import { useSettings } from '../api/settings-context.ts';
import { useTexts } from '../texts/texts.ts';

/**
 * Where to ask for help, with the id of a request when there is one.
 * @param support an e-mail address, or a URL that may have `{request_id}` in it
 */
export const supportUrl = (support: string, requestId: string | null): string => {
  const id = encodeURIComponent(requestId ?? '');
  if (support.startsWith('https://')) return support.replaceAll('{request_id}', id);
  return `mailto:${support}${requestId === null ? '' : `?subject=${id}`}`;
};

/** Names the support in a text that names the operator, on a stage that has one. */
export const useSupported = (): ((text: string) => string) => {
  const { words } = useTexts();
  const { support } = useSettings();
  return (text) => (support === null ? text : text.replaceAll(words.operator, words.support));
};
