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
import { proposedKey } from './proposed-key.ts';

const FormActions = ({ ready, running }: { readonly ready: boolean; readonly running: boolean }): ReactElement => {
  const { lines, words } = useTexts();
  return (
    <SpaceBetween direction="horizontal" size="xs">
      <PageButton to="/lines" variant="link">
        {words.cancel}
      </PageButton>
      <Button variant="primary" disabled={!ready} loading={running}>
        {lines.create}
      </Button>
    </SpaceBetween>
  );
};

interface Names {
  /** Null until the member types one: the proposal is taken. */
  readonly key: string | null;
  readonly label: string;
}

interface LineNamesProps {
  readonly names: Names;
  readonly proposal: string;
  readonly onChange: (names: Names) => void;
  readonly problems: ReadonlyMap<string, string>;
}

const LineNames = ({ names, proposal, onChange, problems }: LineNamesProps): ReactElement => {
  const { lines } = useTexts();
  return (
    <SpaceBetween size="m">
      <TextField
        label={lines.key}
        why={lines.keyWhy}
        hint={names.key === null && proposal !== '' ? lines.keyProposed : lines.keyHint}
        value={names.key ?? proposal}
        onChange={(key) => {
          onChange({ ...names, key });
        }}
        problem={problems.get('instance_key')}
      />
      <TextField
        label={lines.label}
        why={lines.labelWhy}
        optional
        value={names.label}
        onChange={(label) => {
          onChange({ ...names, label });
        }}
        problem={problems.get('instance_name')}
      />
    </SpaceBetween>
  );
};

/** Creates a line and its link; the page of the line then shows the link. */
const NewLine = ({ customerId }: { readonly customerId: string | null }): ReactElement => {
  const { lines } = useTexts();
  const [, navigate] = useLocation();
  const [picked, setPicked] = useState<Customer | null>(null);
  const [names, setNames] = useState<Names>({ key: null, label: '' });
  const label = names.label.trim();
  const named = useRead('get-partner-customer', { customer_id: customerId ?? '' }, { when: customerId !== null });
  const customer = picked ?? named.data?.customer ?? null;
  const proposal = customer === null ? '' : proposedKey(customer);
  const key = (names.key ?? proposal).trim();
  const { state, send } = useCommand('create-customer-instance');
  const problems = useProblems(state);
  const ready = customer !== null && key !== '';
  const submit = async (): Promise<void> => {
    if (customer === null || !ready || state.is === 'running') return;
    const body = await send({
      customer_id: customer.customer_id,
      instance_key: key,
      ...(label === '' ? {} : { instance_name: label }),
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
        <Form actions={<FormActions ready={ready} running={state.is === 'running'} />}>
          <Container>
            <SpaceBetween size="m">
              <EndpointWarning />
              <CustomerChoice chosen={customer} onChoose={setPicked} problem={problems.get('customer_id')} />
              <LineNames names={names} proposal={proposal} onChange={setNames} problems={problems} />
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
