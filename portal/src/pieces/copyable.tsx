import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import type { ReactElement } from 'react';
import { useTexts } from '../texts/texts.ts';
import { ends } from './ends.ts';

interface CopyableProps {
  readonly text: string;
  /** What is copied, for screen readers. */
  readonly name: string;
  /** Whether the text stands beside the button. */
  readonly shown?: boolean;
}

/** A button that copies a text, with the text's ends: who needs all of it copies it, and does not read it. */
export const Copyable = ({ text, name, shown = true }: CopyableProps): ReactElement => {
  const { words } = useTexts();
  return (
    <span className="copyable" title={text}>
      <CopyToClipboard
        variant={shown ? 'inline' : 'icon'}
        textToCopy={text}
        {...(shown ? { textToDisplay: ends(text) } : {})}
        copyButtonAriaLabel={`${words.copy}: ${name}`}
        copySuccessText={words.copied}
        copyErrorText={words.copyFailed}
      />
    </span>
  );
};
