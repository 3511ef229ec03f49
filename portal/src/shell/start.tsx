import 'virtual:theme.css';
import { createRoot } from 'react-dom/client';
import { openClient } from '../api/portal-client.ts';
import type { Settings } from '../boot/settings.ts';
import type { Session } from '../session/session.ts';
import { loadTexts } from '../texts/load-texts.ts';
import { chosenLanguage } from './appearance.ts';
import { Root } from './root.tsx';
import './shell.css';

interface Start {
  readonly settings: Settings;
  readonly session: Session;
  /** The path of the portal. */
  readonly base: string;
}

/** Shows the pages to a member who is signed in. */
export const start = async ({ settings, session, base }: Start): Promise<void> => {
  const place = document.getElementById('portal');
  if (place === null) throw new Error('the page has no place for the portal');
  const language = chosenLanguage();
  const loaded = await loadTexts(language);
  const client = openClient(settings, session);
  createRoot(place).render(<Root client={client} session={session} base={base} first={{ language, ...loaded }} />);
};
