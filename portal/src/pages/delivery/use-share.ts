import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';

/** Writes a share of messages, which has none while there are no messages. */
export const useShare = (): ((of: number | null) => string) => {
  const { words } = useTexts();
  const { percent } = useFormats();
  return (of) => (of === null ? words.none : percent(of));
};
