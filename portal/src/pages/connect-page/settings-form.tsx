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
import { isColor, ownColor } from './contrast.ts';
import { PagePreview } from './page-preview.tsx';
import { changesOf, followed, settingsOf, type Settings } from './settings.ts';

interface SettingsFormProps {
  readonly current: ConnectPage;
  readonly mayWrite: boolean;
}

/** The settings as they were read, and as the member edits them. */
const useEdited = (saved: Settings): readonly [Settings, Settings, (edited: Settings) => void] => {
  const [was, setWas] = useState(saved);
  const [now, setNow] = useState(was);
  // Somebody else may save meanwhile. What was not edited here follows.
  if (Object.keys(changesOf(was, saved, false)).length > 0) {
    setWas(saved);
    setNow(followed(was, now, saved));
  }
  return [was, now, setNow];
};

interface FieldProps {
  readonly name: keyof Settings;
  readonly label: string;
  readonly why: string;
  readonly placeholder?: string;
  readonly values: Settings;
  readonly disabled: boolean;
  readonly problems: ReadonlyMap<string, string>;
  readonly change: (name: keyof Settings) => (text: string) => void;
}

const Field = ({
  name,
  label,
  why,
  placeholder = '',
  values,
  disabled,
  problems,
  change,
}: FieldProps): ReactElement => (
  <TextField
    label={label}
    why={why}
    optional
    value={values[name]}
    placeholder={placeholder}
    disabled={disabled}
    problem={problems.get(name)}
    onChange={change(name)}
  />
);

interface ColorChoiceProps {
  readonly color: string;
  readonly onChange: (color: string) => void;
}

const ColorChoice = ({ color, onChange }: ColorChoiceProps): ReactElement => {
  const { connectPage } = useTexts();
  return (
    <label className="color-choice">
      <input
        type="color"
        value={isColor(color) ? color : ownColor}
        onChange={({ target }) => {
          onChange(target.value);
        }}
      />{' '}
      {connectPage.pickColor}
    </label>
  );
};

interface ReadAgainProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

const ReadAgain = ({ checked, onChange }: ReadAgainProps): ReactElement => {
  const { connectPage } = useTexts();
  return (
    <Checkbox
      checked={checked}
      description={connectPage.readAgainWhy}
      onChange={({ detail }) => {
        onChange(detail.checked);
      }}
    >
      {connectPage.readAgain}
    </Checkbox>
  );
};

/** The settings with their edits, and how to save them. */
const useSettings = ({ current, mayWrite }: SettingsFormProps) => {
  const [was, now, setNow] = useEdited(settingsOf(current));
  const [readAgain, setReadAgain] = useState(false);
  const { state, send, repeat } = useCommand('update-partner-connect-page');
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
  return { was, now, change, readAgain, setReadAgain, ready, state, submit, repeat };
};

/** The settings beside the preview of what they make of the page. */
export const SettingsForm = (props: SettingsFormProps): ReactElement => {
  const { mayWrite } = props;
  const { connectPage, words } = useTexts();
  const { was, now, change, readAgain, setReadAgain, ready, state, submit, repeat } = useSettings(props);
  const fields = { values: now, disabled: !mayWrite, problems: useProblems(state), change };
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
              <Field {...fields} name="display_name" label={connectPage.name} why={connectPage.nameWhy} />
              <Field
                {...fields}
                name="color"
                label={connectPage.color}
                why={connectPage.colorWhy}
                placeholder={ownColor}
              />
              {mayWrite && <ColorChoice color={now.color} onChange={change('color')} />}
              <Field
                {...fields}
                name="logo_url"
                label={connectPage.logo}
                why={connectPage.logoWhy}
                placeholder="https://"
              />
              {mayWrite && was.logo_url !== '' && now.logo_url === was.logo_url && (
                <ReadAgain checked={readAgain} onChange={setReadAgain} />
              )}
              <Field
                {...fields}
                name="privacy_url"
                label={connectPage.privacy}
                why={connectPage.privacyWhy}
                placeholder="https://"
              />
              <CommandOutcome state={state} again={repeat} />
            </SpaceBetween>
          </Container>
        </Form>
      </form>
      <PagePreview settings={now} ownColor={ownColor} />
    </div>
  );
};
