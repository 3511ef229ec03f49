import FormField from '@cloudscape-design/components/form-field';
import RadioGroup from '@cloudscape-design/components/radio-group';
import type { ReactElement } from 'react';
import { useMember, type Role } from '../../api/member.ts';
import { useTexts } from '../../texts/texts.ts';

const roles: readonly Role[] = ['owner', 'admin', 'developer', 'support', 'viewer'];

interface RoleChoiceProps {
  readonly value: Role;
  readonly onChange: (role: Role) => void;
}

/** The roles with what they may. Only owners make owners. */
export const RoleChoice = ({ value, onChange }: RoleChoiceProps): ReactElement => {
  const { team, words } = useTexts();
  const { member } = useMember();
  const offered = roles.filter((role) => role !== 'owner' || member.role === 'owner');
  return (
    <FormField label={team.role} stretch>
      <RadioGroup
        value={value}
        items={offered.map((role) => ({ value: role, label: words.roles[role], description: team.roleWhys[role] }))}
        onChange={({ detail }) => {
          const chosen = offered.find((role) => role === detail.value);
          if (chosen !== undefined) onChange(chosen);
        }}
      />
    </FormField>
  );
};
