import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useState, type ReactElement } from 'react';
import { useTexts } from '../texts/texts.ts';
import { useCountdown } from './use-countdown.ts';

interface SecretProps {
  readonly text: string;
  /** For how long it is shown; null: until the dialog is closed, since it cannot be read again. */
  readonly seconds: number | null;
  readonly hide?: () => void;
}

/** A secret to copy, shown for a time. */
export const Secret = ({ text, seconds, hide }: SecretProps): ReactElement => {
  const { lines, words } = useTexts();
  const [until] = useState(() => (seconds === null ? null : Date.now() + seconds * 1000));
  const left = useCountdown(until);
  useEffect(() => {
    if (until !== null && left === 0) hide?.();
  }, [until, left, hide]);
  return (
    <SpaceBetween size="xs">
      <code className="secret breakable">{text}</code>
      <SpaceBetween direction="horizontal" size="xs" alignItems="center">
        <CopyToClipboard
          textToCopy={text}
          copyButtonText={words.copy}
          copySuccessText={words.copied}
          copyErrorText={words.copyFailed}
        />
        {until !== null && <span>{lines.hides(left)}</span>}
      </SpaceBetween>
    </SpaceBetween>
  );
};
