import { useState } from 'react';
import { useSpoken } from '../../texts/texts.ts';
import type { HostedLanguage } from '../connect-page/hosted-texts.ts';
import { channels, linkLanguages, type Channel } from './link-words.ts';

const languagePlace = 'portal.link-language';
const channelPlace = 'portal.link-channel';

export interface Sending {
  readonly language: HostedLanguage;
  readonly channel: Channel;
  readonly setLanguage: (language: HostedLanguage) => void;
  readonly setChannel: (channel: Channel) => void;
}

/** The language and the way in which links are sent, as the member chose them last: the service knows no language of a customer. */
export const useSending = (): Sending => {
  const { language: spoken } = useSpoken();
  const [language, setLanguage] = useState<HostedLanguage>(() => {
    const [kept] = linkLanguages.find(([one]) => one === localStorage.getItem(languagePlace)) ?? [];
    return kept ?? (spoken === 'pt-BR' ? 'pt' : 'en');
  });
  const [channel, setChannel] = useState<Channel>(
    () => channels.find((one) => one === localStorage.getItem(channelPlace)) ?? 'email',
  );
  return {
    language,
    channel,
    setLanguage: (chosen) => {
      localStorage.setItem(languagePlace, chosen);
      setLanguage(chosen);
    },
    setChannel: (chosen) => {
      localStorage.setItem(channelPlace, chosen);
      setChannel(chosen);
    },
  };
};
