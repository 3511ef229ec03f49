import Alert from '@cloudscape-design/components/alert';
import { useState, type ReactElement, type ReactNode } from 'react';
import { useMember } from '../api/member.ts';
import { useUnread } from '../api/use-unread.ts';
import { SupportLink } from '../pieces/support-link.tsx';
import { useSupported } from '../pieces/support.ts';
import { useNarrow } from '../pieces/window-width.ts';
import { useTexts } from '../texts/texts.ts';
import { AccountMenu } from './account-menu.tsx';
import type { Language } from '../texts/languages.ts';
import { FinderButton } from './finder-button.tsx';
import { Flashes } from './flashes.tsx';
import { HelpMenu } from './help-menu.tsx';
import { Invitation } from './invitation.tsx';
import { Navigation } from './navigation.tsx';
import { Popups } from './popups.tsx';
import { StageBadge } from './stage-badge.tsx';

interface FrameProps {
  readonly speak: (language: Language) => void;
  readonly choosePartner: (partnerId: string) => void;
  readonly signOut: () => void;
  readonly children: ReactNode;
}

const Title = (): ReactElement => {
  const { shell } = useTexts();
  const { partner } = useMember();
  return (
    <>
      <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" width="28" height="28" />
      <div className="shell-title">
        <strong>{partner.name}</strong>
        <span>{shell.product}</span>
        <StageBadge />
      </div>
    </>
  );
};

/** What is around every page. */
export const Frame = ({ children, ...menu }: FrameProps): ReactElement => {
  const { shell } = useTexts();
  const supported = useSupported();
  const narrow = useNarrow();
  const { partner, invitations } = useMember();
  const [open, setOpen] = useState(false);
  const unread = useUnread().data?.unread ?? 0;
  return (
    <div className={open ? 'shell shell-open' : 'shell'}>
      <a className="shell-skip" href="#content">
        {shell.skip}
      </a>
      <header className="shell-header">
        <button
          type="button"
          className="shell-menu"
          aria-expanded={open}
          aria-controls="navigation"
          onClick={() => {
            setOpen(!open);
          }}
        >
          {open ? shell.closeMenu : shell.menu}
        </button>
        <Title />
        <FinderButton />
        {!narrow && <HelpMenu />}
        <AccountMenu {...menu} />
      </header>
      <div id="navigation" className="shell-side">
        <Navigation
          unread={unread}
          followed={() => {
            setOpen(false);
          }}
        />
      </div>
      <main id="content" tabIndex={-1} className="shell-content">
        {partner.status === 'suspended' && (
          <Alert type="warning" header={shell.suspended}>
            {supported(shell.suspendedWhy)} <SupportLink />
          </Alert>
        )}
        {invitations.map((invitation) => (
          <Alert key={invitation.partner_id} header={shell.invited}>
            <Invitation invitation={invitation} answered={() => undefined} />
          </Alert>
        ))}
        <Flashes>
          <Popups />
          {children}
        </Flashes>
      </main>
    </div>
  );
};
