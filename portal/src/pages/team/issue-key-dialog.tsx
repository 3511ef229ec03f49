import Alert from '@cloudscape-design/components/alert';
import Checkbox from '@cloudscape-design/components/checkbox';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState, type ReactElement } from 'react';
import type { IssuePartnerApiKeyRequest } from '../../../../packages/client/src/schemas.ts';
import { useMember, type Role } from '../../api/member.ts';
import { useCommand } from '../../api/use-command.ts';
import { Choice } from '../../pieces/choice.tsx';
import { Dialog } from '../../pieces/dialog.tsx';
import { Secret } from '../../pieces/secret.tsx';
import { TextField } from '../../pieces/text-field.tsx';
import { useProblems } from '../../pieces/use-problems.ts';
import { useTexts } from '../../texts/texts.ts';

type Scope = IssuePartnerApiKeyRequest['scopes'][number];

const validities = ['30', '90', '365', '0'] as const;
const day = 86_400_000;
const managers: readonly Role[] = ['owner', 'admin'];

interface ScopesFieldProps {
  readonly scopes: readonly Scope[];
  readonly chosen: ReadonlySet<Scope>;
  readonly onChoose: (chosen: ReadonlySet<Scope>) => void;
}

const ScopesField = ({ scopes, chosen, onChoose }: ScopesFieldProps): ReactElement => {
  const { team } = useTexts();
  return (
    <FormField label={team.scopes} description={team.issueWhy} stretch>
      <SpaceBetween size="xs">
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            checked={chosen.has(scope)}
            onChange={({ detail }) => {
              onChoose(new Set(scopes.filter((one) => (one === scope ? detail.checked : chosen.has(one)))));
            }}
          >
            <code>{scope}</code>
          </Checkbox>
        ))}
      </SpaceBetween>
    </FormField>
  );
};

/** Issues a key, which is shown once, until the dialog is closed. */
export const IssueKeyDialog = ({ close }: { readonly close: () => void }): ReactElement => {
  const { team } = useTexts();
  // A key holds what the role of its issuer may do, but never what only members may.
  const scopes = useMember().member.scopes.filter((scope) => scope !== 'team.write' && scope !== 'keys.write');
  const [chosen, setChosen] = useState<ReadonlySet<Scope>>(new Set());
  const [validity, setValidity] = useState<(typeof validities)[number]>('90');
  const [opened] = useState(() => Date.now());
  const [label, setLabel] = useState('');
  const [issued, setIssued] = useState<string | null>(null);
  const { state, send } = useCommand('issue-partner-api-key');
  const problems = useProblems(state);
  const submit = async (): Promise<void> => {
    const body = await send({
      scopes: scopes.filter((scope) => chosen.has(scope)),
      ...(label.trim() === '' ? {} : { label: label.trim() }),
      ...(validity === '0' ? {} : { expires_at: new Date(opened + Number(validity) * day).toISOString() }),
    });
    setIssued(body?.api_key ?? null);
  };
  return (
    <Dialog
      title={team.issue}
      verb={team.issueVerb}
      state={state}
      ready={chosen.size > 0 && issued === null}
      isKept={issued !== null}
      roles={managers}
      close={close}
      submit={() => {
        void submit();
      }}
    >
      {issued === null ? (
        <>
          <TextField
            label={team.label}
            value={label}
            onChange={setLabel}
            optional
            problem={problems.get('label')}
            autoFocus
          />
          <ScopesField scopes={scopes} chosen={chosen} onChoose={setChosen} />
          <Choice
            label={team.validity}
            value={validity}
            options={validities.map((one) => [one, team.validities[one]] as const)}
            onChange={setValidity}
          />
        </>
      ) : (
        <>
          <Alert type="success" header={team.newKey}>
            {team.newKeyWhy}
          </Alert>
          <Secret text={issued} seconds={null} />
        </>
      )}
    </Dialog>
  );
};
