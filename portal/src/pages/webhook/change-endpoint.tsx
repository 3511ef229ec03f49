import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Form from '@cloudscape-design/components/form';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import { isRefusal } from '../../../../packages/client/src/refusal.ts';
import type { WebhookCheck } from '../../../../packages/client/src/schemas.ts';
import { useCommand, type CommandState } from '../../api/use-command.ts';
import { CommandOutcome } from '../../pieces/command-outcome.tsx';
import { ReasonField } from '../../pieces/reason-field.tsx';
import { TextField } from '../../pieces/text-field.tsx';
import { useProblems } from '../../pieces/use-problems.ts';
import { useTexts } from '../../texts/texts.ts';
import { Checks } from './checks.tsx';

/** The checks that a refused update failed; null for another refusal. */
const failedChecks = (state: CommandState): readonly WebhookCheck[] | null =>
  state.is === 'refused' && isRefusal(state.refusal, 'webhook_validation_failed')
    ? (state.refusal.details?.checks ?? null)
    : null;

interface FormActionsProps {
  readonly ready: boolean;
  readonly checking: boolean;
  readonly saving: boolean;
  readonly onCheck: () => void;
}

const FormActions = ({ ready, checking, saving, onCheck }: FormActionsProps): ReactElement => {
  const { webhook } = useTexts();
  return (
    <SpaceBetween direction="horizontal" size="xs">
      <Button formAction="none" disabled={!ready} loading={checking} onClick={onCheck}>
        {webhook.check}
      </Button>
      <Button variant="primary" disabled={!ready} loading={saving}>
        {webhook.save}
      </Button>
    </SpaceBetween>
  );
};

interface EndpointValues {
  readonly url: string;
  readonly token: string;
  readonly reason: string;
}

interface EndpointFieldsProps {
  readonly values: EndpointValues;
  readonly onChange: (values: EndpointValues) => void;
  readonly problems: ReadonlyMap<string, string>;
}

const EndpointFields = ({ values, onChange, problems }: EndpointFieldsProps): ReactElement => {
  const { webhook } = useTexts();
  const set = (name: keyof EndpointValues) => (value: string) => {
    onChange({ ...values, [name]: value });
  };
  return (
    <SpaceBetween size="m">
      <TextField
        label={webhook.url}
        hint={webhook.urlWhy}
        type="url"
        value={values.url}
        onChange={set('url')}
        problem={problems.get('webhook_url')}
      />
      <TextField
        label={webhook.token}
        why={webhook.tokenWhy}
        optional
        value={values.token}
        onChange={set('token')}
        problem={problems.get('platform_verify_token')}
      />
      <ReasonField value={values.reason} onChange={set('reason')} />
    </SpaceBetween>
  );
};

/** A new address, with the checks of it and what became of the last command. */
const useChange = (current: string) => {
  const [, navigate] = useLocation();
  const [values, setValues] = useState<EndpointValues>({ url: current, token: '', reason: '' });
  const url = values.url.trim();
  const token = values.token.trim();
  const reason = values.reason.trim();
  const [checks, setChecks] = useState<readonly WebhookCheck[] | null>(null);
  const [last, setLast] = useState<'check' | 'save'>('check');
  const validation = useCommand('validate-partner-webhook-endpoint', { changes: false });
  const update = useCommand('update-partner-webhook-endpoint');
  const { state } = last === 'check' ? validation : update;
  const running = validation.state.is === 'running' || update.state.is === 'running';
  const candidate = {
    webhook_url: url,
    ...(token === '' ? {} : { platform_verify_token: token }),
  };
  const check = async (): Promise<void> => {
    setLast('check');
    setChecks(null);
    const body = await validation.send(candidate);
    if (body !== null) setChecks(body.checks);
  };
  const save = async (): Promise<void> => {
    setLast('save');
    setChecks(null);
    const body = await update.send({ ...candidate, ...(reason === '' ? {} : { reason }) });
    if (body !== null) navigate('/webhook/migration');
  };
  const ready = url !== '' && !running;
  return {
    values,
    setValues,
    checks,
    state,
    checking: validation.state.is === 'running',
    saving: update.state.is === 'running',
    ready,
    check,
    save,
    repeat: last === 'check' ? check : save,
  };
};

/** Checks an address, and stores it when it passes. */
export const ChangeEndpoint = ({ current }: { readonly current: string }): ReactElement => {
  const { webhook } = useTexts();
  const { values, setValues, checks, state, checking, saving, ready, check, save, repeat } = useChange(current);
  const problems = useProblems(state);
  const failed = failedChecks(state);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) void save();
      }}
    >
      <Form
        actions={
          <FormActions
            ready={ready}
            checking={checking}
            saving={saving}
            onCheck={() => {
              void check();
            }}
          />
        }
      >
        <Container
          header={
            <Header variant="h2" description={webhook.changeWhy}>
              {webhook.change}
            </Header>
          }
        >
          <SpaceBetween size="m">
            <EndpointFields values={values} onChange={setValues} problems={problems} />
            {checks !== null && <Checks checks={checks} />}
            {failed === null ? (
              <CommandOutcome
                state={state}
                again={() => {
                  void repeat();
                }}
              />
            ) : (
              <Checks checks={failed} />
            )}
          </SpaceBetween>
        </Container>
      </Form>
    </form>
  );
};
