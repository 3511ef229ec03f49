import type { ReactElement } from 'react';
import { Choice } from '../../pieces/choice.tsx';
import { useTexts } from '../../texts/texts.ts';
import { linkLanguages } from './link-words.ts';
import type { Sending } from './use-sending.ts';

/** In which language a link is sent, and how. */
export const SendingChoice = ({ language, channel, setLanguage, setChannel }: Sending): ReactElement => {
  const { lines } = useTexts();
  return (
    <div className="filters">
      <Choice label={lines.sendLanguage} value={language} options={linkLanguages} onChange={setLanguage} />
      <Choice
        label={lines.sendBy}
        value={channel}
        options={[
          ['email', lines.channels.email],
          ['message', lines.channels.message],
        ]}
        onChange={setChannel}
      />
    </div>
  );
};
