import 'virtual:theme.css';
import { createRoot } from 'react-dom/client';
import type { PortalClient } from '../api/portal-client.ts';
import { SettingsContext } from '../api/settings-context.ts';
import type { Settings } from '../boot/settings.ts';
import type { Session } from '../session/session.ts';
import type { LoadedTexts } from '../texts/load-texts.ts';
import { chosenLanguage } from './appearance.ts';
import { preloadPage } from './pages.tsx';
import { Root } from './root.tsx';
import './shell.css';

interface Start {
  readonly client: PortalClient;
  readonly session: Session;
  /** The path of the portal. */
  readonly base: string;
  readonly texts: LoadedTexts;
  readonly settings: Settings;
}

/** Shows the pages to a member who is signed in. */
export const start = ({ client, session, base, texts, settings }: Start): void => {
  const place = document.getElementById('portal');
  if (place === null) throw new Error('the page has no place for the portal');
  const page = preloadPage(location.pathname.slice(base.length));
  createRoot(place).render(
    <SettingsContext value={settings}>
      <Root
        client={client}
        session={session}
        base={base}
        first={{ language: chosenLanguage(), ...texts }}
        page={page}
      />
    </SettingsContext>,
  );
};
