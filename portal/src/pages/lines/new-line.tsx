import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Form from '@cloudscape-design/components/form';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import type { Customer } from '../../../../packages/client/src/schemas.ts';
import { useCommand } from '../../api/use-command.ts';
import { useRead } from '../../api/use-read.ts';
import { CommandOutcome } from '../../pieces/command-outcome.tsx';
import { EndpointWarning } from '../../pieces/endpoint-warning.tsx';
import { PageButton } from '../../pieces/page-button.tsx';
import { Page } from '../../pieces/page.tsx';
import { TextField } from '../../pieces/text-field.tsx';
import { useProblems } from '../../pieces/use-problems.ts';
import { useTexts } from '../../texts/texts.ts';
import { CustomerChoice } from './customer-choice.tsx';
import { rememberLink } from './made-links.ts';

/** Creates a line and its link; the page of the line then shows the link. */
const NewLine = ({ customerId }: { readonly customerId: string | null }): ReactElement => {
  const { lines, words } = useTexts();
  const [, navigate] = useLocation();
  const [picked, setPicked] = useState<Customer | null>(null);
  const [key, setKey] = useState('');
  const [label, setLabel] = useState('');
  const named = useRead('get-partner-customer', { customer_id: customerId ?? '' }, { when: customerId !== null });
  const customer = picked ?? named.data?.customer ?? null;
  const { state, send } = useCommand('create-customer-instance');
  const problems = useProblems(state);
  const ready = customer !== null && key.trim() !== '';
  const submit = async (): Promise<void> => {
    if (customer === null || !ready || state.is === 'running') return;
    const body = await send({
      customer_id: customer.customer_id,
      instance_key: key.trim(),
      ...(label.trim() === '' ? {} : { instance_name: label.trim() }),
    });
    if (body === null) return;
    if (body.session !== null) rememberLink(body.session);
    navigate(`/lines/${body.instance.id}`);
  };
  return (
    <Page title={lines.new} parent={{ name: lines.title, path: '/lines' }} description={lines.newDescription}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Form
          actions={
            <SpaceBetween direction="horizontal" size="xs">
              <PageButton to="/lines" variant="link">
                {words.cancel}
              </PageButton>
              <Button variant="primary" disabled={!ready} loading={state.is === 'running'}>
                {lines.create}
              </Button>
            </SpaceBetween>
          }
        >
          <Container>
            <SpaceBetween size="m">
              <EndpointWarning />
              <CustomerChoice chosen={customer} onChoose={setPicked} problem={problems.get('customer_id')} />
              <TextField
                label={lines.key}
                why={lines.keyWhy}
                hint={lines.keyHint}
                value={key}
                onChange={setKey}
                problem={problems.get('instance_key')}
              />
              <TextField
                label={lines.label}
                why={lines.labelWhy}
                optional
                value={label}
                onChange={setLabel}
                problem={problems.get('instance_name')}
              />
              <CommandOutcome
                state={state}
                again={() => {
                  void submit();
                }}
              />
            </SpaceBetween>
          </Container>
        </Form>
      </form>
    </Page>
  );
};

export default NewLine;
