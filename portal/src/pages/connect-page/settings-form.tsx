import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import Container from '@cloudscape-design/components/container';
import Form from '@cloudscape-design/components/form';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState, type ReactElement } from 'react';
import type { ConnectPage } from '../../../../packages/client/src/schemas.ts';
import { useCommand } from '../../api/use-command.ts';
import { CommandOutcome } from '../../pieces/command-outcome.tsx';
import { TextField } from '../../pieces/text-field.tsx';
import { useProblems } from '../../pieces/use-problems.ts';
import { useTexts } from '../../texts/texts.ts';
import { isColor } from './contrast.ts';
import { PagePreview } from './page-preview.tsx';
import { changesOf, followed, settingsOf, type Settings } from './settings.ts';

/** Of the hosted page itself. */
const ownColor = '#0a5c4a';

interface SettingsFormProps {
  readonly current: ConnectPage;
  readonly mayWrite: boolean;
}

/** The settings beside the preview of what they make of the page. */
export const SettingsForm = ({ current, mayWrite }: SettingsFormProps): ReactElement => {
  const { connectPage, words } = useTexts();
  const saved = settingsOf(current);
  const [was, setWas] = useState(saved);
  const [now, setNow] = useState(was);
  // Somebody else may save meanwhile. What was not edited here follows.
  if (Object.keys(changesOf(was, saved, false)).length > 0) {
    setWas(saved);
    setNow(followed(was, now, saved));
  }
  const [readAgain, setReadAgain] = useState(false);
  const { state, send, repeat } = useCommand('update-partner-connect-page');
  const problems = useProblems(state);
  const changes = changesOf(was, now, readAgain);
  const ready = mayWrite && Object.keys(changes).length > 0;
  const change = (name: keyof Settings) => (text: string) => {
    setNow({ ...now, [name]: text });
  };
  const submit = async (): Promise<void> => {
    if (!ready || state.is === 'running') return;
    const body = await send(changes);
    if (body === null) return;
    setReadAgain(false);
    setNow(settingsOf(body.connect_page));
  };
  const field = (name: keyof Settings, label: string, why: string, placeholder: string): ReactElement => (
    <TextField
      label={label}
      why={why}
      optional
      value={now[name]}
      placeholder={placeholder}
      disabled={!mayWrite}
      problem={problems.get(name)}
      onChange={change(name)}
    />
  );
  return (
    <div className="settings-and-preview">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Form
          actions={
            mayWrite && (
              <Button variant="primary" disabled={!ready} loading={state.is === 'running'}>
                {words.save}
              </Button>
            )
          }
        >
          <Container header={<Header variant="h2">{connectPage.settings}</Header>}>
            <SpaceBetween size="m">
              {field('display_name', connectPage.name, connectPage.nameWhy, '')}
              {field('color', connectPage.color, connectPage.colorWhy, ownColor)}
              {mayWrite && (
                <label className="color-choice">
                  <input
                    type="color"
                    value={isColor(now.color) ? now.color : ownColor}
                    onChange={({ target }) => {
                      change('color')(target.value);
                    }}
                  />{' '}
                  {connectPage.pickColor}
                </label>
              )}
              {field('logo_url', connectPage.logo, connectPage.logoWhy, 'https://')}
              {mayWrite && was.logo_url !== '' && now.logo_url === was.logo_url && (
                <Checkbox
                  checked={readAgain}
                  description={connectPage.readAgainWhy}
                  onChange={({ detail }) => {
                    setReadAgain(detail.checked);
                  }}
                >
                  {connectPage.readAgain}
                </Checkbox>
              )}
              {field('privacy_url', connectPage.privacy, connectPage.privacyWhy, 'https://')}
              <CommandOutcome state={state} again={repeat} />
            </SpaceBetween>
          </Container>
        </Form>
      </form>
      <PagePreview settings={now} ownColor={ownColor} />
    </div>
  );
};
