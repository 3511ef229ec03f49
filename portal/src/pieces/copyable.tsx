import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import type { ReactElement } from 'react';
import { useTexts } from '../texts/texts.ts';

interface CopyableProps {
  readonly text: string;
  /** What is copied, for screen readers. */
  readonly name: string;
}

const uuid = /^([\da-f]{8})-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{6}([\da-f]{6})$/;

/** A UUID is shown by its ends: it is copied, and not read. */
const shown = (text: string): string => text.replace(uuid, '$1…$2');

/** A text with a button that copies it. */
export const Copyable = ({ text, name }: CopyableProps): ReactElement => {
  const { words } = useTexts();
  return (
    <CopyToClipboard
      variant="inline"
      textToCopy={text}
      textToDisplay={shown(text)}
      copyButtonAriaLabel={`${words.copy}: ${name}`}
      copySuccessText={words.copied}
      copyErrorText={words.copyFailed}
    />
  );
};
