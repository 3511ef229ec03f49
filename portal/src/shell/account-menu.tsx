import ButtonDropdown, { type ButtonDropdownProps } from '@cloudscape-design/components/button-dropdown';
import { useState, type ReactElement } from 'react';
import { useMember } from '../api/member.ts';
import { useNarrow } from '../pieces/window-width.ts';
import { useSpoken } from '../texts/texts.ts';
import { languages, type Language } from '../texts/languages.ts';
import { chooseColouring, chosenColouring, colourings } from './appearance.ts';
import { useHelp } from './use-help.ts';
import { joined } from '../pieces/isolated.ts';

const languageNames: Readonly<Record<Language, string>> = { en: 'English', 'pt-BR': 'Português (Brasil)' };

interface AccountMenuProps {
  readonly speak: (language: Language) => void;
  readonly choosePartner: (partnerId: string) => void;
  readonly signOut: () => void;
}

const choice = (id: string, text: string, checked: boolean): ButtonDropdownProps.CheckboxItem => ({
  itemType: 'checkbox',
  id,
  text,
  checked,
});

/** Who is signed in, with the language, the colours, the partners and the way out. */
export const AccountMenu = ({ speak, choosePartner, signOut }: AccountMenuProps): ReactElement => {
  const { language, texts } = useSpoken();
  const { shell, words } = texts;
  const { member, partner } = useMember();
  const narrow = useNarrow();
  const help = useHelp();
  const [colouring, setColouring] = useState(chosenColouring);
  const items: ButtonDropdownProps.Items = [
    {
      text: shell.language,
      items: languages.map((one) => choice(`language ${one}`, languageNames[one], one === language)),
    },
    {
      text: shell.colouring,
      items: colourings.map((one) => choice(`colouring ${one}`, shell.colourings[one], one === colouring)),
    },
    ...(member.partners.length < 2
      ? []
      : [
          {
            text: shell.partner,
            items: member.partners.map(({ partner_id: id, name }) =>
              choice(`partner ${id}`, name, id === partner.partner_id),
            ),
          },
        ]),
    ...(narrow ? [{ text: shell.help, items: help.items }] : []),
    { id: 'sign-out', text: shell.signOut },
  ];
  const shown = narrow ? words.roles[member.role] : joined([member.email, words.roles[member.role]]);
  const chosen = (id: string): void => {
    const [kind, value = ''] = id.split(' ');
    if (kind === 'sign-out') signOut();
    if (kind === 'partner') choosePartner(value);
    const spoken = languages.find((one) => one === value);
    if (kind === 'language' && spoken !== undefined) speak(spoken);
    const coloured = colourings.find((one) => one === value);
    if (kind === 'colouring' && coloured !== undefined) {
      chooseColouring(coloured);
      setColouring(coloured);
    }
  };
  return (
    <ButtonDropdown
      items={items}
      ariaLabel={`${shown} – ${shell.account}`}
      onItemFollow={help.onItemFollow}
      onItemClick={({ detail }) => {
        chosen(detail.id);
      }}
    >
      {shown}
    </ButtonDropdown>
  );
};
