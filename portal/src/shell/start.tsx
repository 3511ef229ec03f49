import 'virtual:theme.css';
import { createRoot } from 'react-dom/client';
import { openClient } from '../api/portal-client.ts';
import type { Settings } from '../boot/settings.ts';
import type { Session } from '../session/session.ts';
import type { LoadedTexts } from '../texts/load-texts.ts';
import { chosenLanguage } from './appearance.ts';
import { preloadPage } from './pages.tsx';
import { Root } from './root.tsx';
import './shell.css';

interface Start {
  readonly settings: Settings;
  readonly session: Session;
  /** The path of the portal. */
  readonly base: string;
  readonly texts: LoadedTexts;
}

/** Shows the pages to a member who is signed in. */
export const start = ({ settings, session, base, texts }: Start): void => {
  const place = document.getElementById('portal');
  if (place === null) throw new Error('the page has no place for the portal');
  const page = preloadPage(location.pathname.slice(base.length));
  const client = openClient(settings, session);
  createRoot(place).render(
    <Root client={client} session={session} base={base} first={{ language: chosenLanguage(), ...texts }} page={page} />,
  );
};
