import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import type { ReactElement } from 'react';
import { useTexts } from '../texts/texts.ts';

interface CopyableProps {
  readonly text: string;
  /** What is copied, for screen readers. */
  readonly name: string;
}

/** A text with a button that copies it. */
export const Copyable = ({ text, name }: CopyableProps): ReactElement => {
  const { words } = useTexts();
  return (
    <CopyToClipboard
      variant="inline"
      textToCopy={text}
      copyButtonAriaLabel={`${words.copy}: ${name}`}
      copySuccessText={words.copied}
      copyErrorText={words.copyFailed}
    />
  );
};
