import Box from '@cloudscape-design/components/box';
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { useState, type ReactElement } from 'react';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import { useMember } from '../../api/member.ts';
import { TextField } from '../../pieces/text-field.tsx';
import { useTexts } from '../../texts/texts.ts';
import type { HostedLanguage } from '../connect-page/hosted-texts.ts';
import { filledWords, keepWords, wordsOf, type Channel, type LinkFacts } from './link-words.ts';
import { SendingChoice } from './sending-choice.tsx';
import { useSending } from './use-sending.ts';

interface OwnWordsProps {
  readonly language: HostedLanguage;
  readonly channel: Channel;
  /** After the words have changed. */
  readonly onChange: () => void;
}

/** The member's own words, with what stands for the facts of a link. */
const OwnWords = ({ language, channel, onChange }: OwnWordsProps): ReactElement => {
  const { lines } = useTexts();
  const { partner_id: partnerId } = useMember().partner;
  const words = wordsOf(partnerId, language);
  const keep = (part: Channel | 'subject', text: string): void => {
    keepWords(partnerId, language, part, text);
    onChange();
  };
  return (
    <ExpandableSection headerText={lines.ownWords}>
      <SpaceBetween size="s">
        {channel === 'email' && (
          <TextField
            label={lines.subject}
            value={words.subject}
            onChange={(text) => {
              keep('subject', text);
            }}
          />
        )}
        <FormField label={lines.text} description={lines.ownWordsWhy} stretch>
          <Textarea
            rows={6}
            value={words[channel]}
            onChange={({ detail }) => {
              keep(channel, detail.value);
            }}
          />
        </FormField>
      </SpaceBetween>
    </ExpandableSection>
  );
};

const Text = ({ text, name }: { readonly text: string; readonly name: string }): ReactElement => {
  const { words } = useTexts();
  return (
    <div>
      <pre className="secret words-to-send" dir="auto">
        {text}
      </pre>
      <CopyToClipboard
        textToCopy={text}
        copyButtonText={name}
        copySuccessText={words.copied}
        copyErrorText={words.copyFailed}
      />
    </div>
  );
};

/** What to send with a link, in the partner's own words and the customer's language, to copy. */
export const WordsToSend = ({ facts }: { readonly facts: LinkFacts }): ReactElement => {
  const { lines } = useTexts();
  const sending = useSending();
  const [, setChanged] = useState(0);
  const { language, channel } = sending;
  const words = wordsOf(useMember().partner.partner_id, language);
  const filled = (text: string): string => filledWords(text, language, facts);
  return (
    <SpaceBetween size="s">
      <Box variant="h3">{lines.toSend}</Box>
      <SendingChoice {...sending} />
      {channel === 'email' && <Text text={filled(words.subject)} name={lines.copySubject} />}
      <Text text={filled(words[channel])} name={lines.copyText} />
      <OwnWords
        language={language}
        channel={channel}
        onChange={() => {
          setChanged((count) => count + 1);
        }}
      />
    </SpaceBetween>
  );
};
