import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import type { ReactElement } from 'react';
import { useTexts } from '../texts/texts.ts';
import { ends } from './ends.ts';

interface CopyableProps {
  readonly text: string;
  /** What is copied, for screen readers. */
  readonly name: string;
  /** How much of the text stands beside the button. */
  readonly shown?: 'ends' | 'all' | 'nothing';
}

/** A button that copies a text, usually with the text's ends: who needs all of it copies it, and does not read it. */
export const Copyable = ({ text, name, shown = 'ends' }: CopyableProps): ReactElement => {
  const { words } = useTexts();
  return (
    <span className={shown === 'ends' ? 'copyable-ends' : undefined} title={text}>
      <CopyToClipboard
        variant={shown === 'nothing' ? 'icon' : 'inline'}
        textToCopy={text}
        {...(shown === 'nothing' ? {} : { textToDisplay: shown === 'all' ? text : ends(text) })}
        copyButtonAriaLabel={`${words.copy}: ${name}`}
        copySuccessText={words.copied}
        copyErrorText={words.copyFailed}
      />
    </span>
  );
};
