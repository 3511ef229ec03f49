import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState, type ReactElement } from 'react';
import { useMember } from '../../api/member.ts';
import { Choice } from '../../pieces/choice.tsx';
import { useSpoken, useTexts } from '../../texts/texts.ts';
import { isColor, textOn } from './contrast.ts';
import { hostedLanguages, hostedTexts, type HostedLanguage } from './hosted-texts.ts';
import type { Settings } from './settings.ts';

interface PagePreviewProps {
  readonly settings: Settings;
  readonly ownColor: string;
}

/** The language of the hosted page that a member likely reads. */
const firstLanguage = (language: string): HostedLanguage =>
  hostedLanguages.find((one) => language.startsWith(one)) ?? 'en';

interface HostedPageProps extends PagePreviewProps {
  readonly language: HostedLanguage;
}

const HostedPage = ({ settings, ownColor, language }: HostedPageProps): ReactElement => {
  const { partner } = useMember();
  const { connectPage } = useTexts();
  const { direction, title, asks, whatHappens, steps, start, cancel, privacy } = hostedTexts[language];
  const name = settings.display_name.trim() === '' ? partner.name : settings.display_name.trim();
  const color = isColor(settings.color) ? settings.color : ownColor;
  return (
    <div className="hosted" lang={language} dir={direction}>
      <div className="hosted-host">
        {settings.logo_url.trim() !== '' && <div className="hosted-logo">{connectPage.logoHere}</div>}
        <strong>
          <bdi>{name}</bdi>
        </strong>
      </div>
      <div className="hosted-card">
        <p className="hosted-title">{title}</p>
        <p>
          {asks[0]}
          <strong>
            <bdi>{name}</bdi>
          </strong>
          {asks[1]}
        </p>
        <p className="hosted-heading">{whatHappens}</p>
        <ol>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <div className="hosted-button" style={{ background: color, color: textOn(color) }}>
          {start}
        </div>
        <div className="hosted-button hosted-second">{cancel}</div>
      </div>
      {settings.privacy_url.trim() !== '' && (
        <p className="hosted-footer">
          {privacy[0]}
          <bdi>{name}</bdi>
          {privacy[1]}
        </p>
      )}
    </div>
  );
};

/** The first thing that a customer sees of the hosted page, in each of its languages. */
export const PagePreview = ({ settings, ownColor }: PagePreviewProps): ReactElement => {
  const { language: spoken, texts } = useSpoken();
  const { connectPage } = texts;
  const [language, setLanguage] = useState(() => firstLanguage(spoken));
  const names = new Intl.DisplayNames(spoken, { type: 'language' });
  return (
    <Container
      header={
        <Header variant="h2" description={connectPage.previewWhy}>
          {connectPage.preview}
        </Header>
      }
    >
      <SpaceBetween size="m">
        <Choice
          label={connectPage.language}
          value={language}
          options={hostedLanguages.map((one) => [one, names.of(one) ?? one])}
          onChange={setLanguage}
        />
        <HostedPage settings={settings} ownColor={ownColor} language={language} />
      </SpaceBetween>
    </Container>
  );
};
