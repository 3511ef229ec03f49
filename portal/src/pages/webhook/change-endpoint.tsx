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

/** Checks an address, and stores it when it passes. */
export const ChangeEndpoint = ({ current }: { readonly current: string }): ReactElement => {
  const { webhook } = useTexts();
  const [, navigate] = useLocation();
  const [url, setUrl] = useState(current);
  const [token, setToken] = useState('');
  const [reason, setReason] = useState('');
  const [checks, setChecks] = useState<readonly WebhookCheck[] | null>(null);
  const [last, setLast] = useState<'check' | 'save'>('check');
  const validation = useCommand('validate-partner-webhook-endpoint', { changes: false });
  const update = useCommand('update-partner-webhook-endpoint');
  const { state } = last === 'check' ? validation : update;
  const running = validation.state.is === 'running' || update.state.is === 'running';
  const candidate = {
    webhook_url: url.trim(),
    ...(token.trim() === '' ? {} : { platform_verify_token: token.trim() }),
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
    const body = await update.send({ ...candidate, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) });
    if (body !== null) navigate('/webhook/migration');
  };
  const problems = useProblems(state);
  const failed = failedChecks(state);
  const ready = url.trim() !== '' && !running;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) void save();
      }}
    >
      <Form
        actions={
          <SpaceBetween direction="horizontal" size="xs">
            <Button
              formAction="none"
              disabled={!ready}
              loading={validation.state.is === 'running'}
              onClick={() => {
                void check();
              }}
            >
              {webhook.check}
            </Button>
            <Button variant="primary" disabled={!ready} loading={update.state.is === 'running'}>
              {webhook.save}
            </Button>
          </SpaceBetween>
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
            <TextField
              label={webhook.url}
              hint={webhook.urlWhy}
              type="url"
              value={url}
              onChange={setUrl}
              problem={problems.get('webhook_url')}
            />
            <TextField
              label={webhook.token}
              why={webhook.tokenWhy}
              optional
              value={token}
              onChange={setToken}
              problem={problems.get('platform_verify_token')}
            />
            <ReasonField value={reason} onChange={setReason} />
            {checks !== null && <Checks checks={checks} />}
            {failed === null ? (
              <CommandOutcome
                state={state}
                again={() => {
                  void (last === 'check' ? check() : save());
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
