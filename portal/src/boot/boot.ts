import { newDeparture, openProvider, type Provider } from '../session/provider.ts';
import { openSession } from '../session/session.ts';
import { askTabs } from '../session/tabs.ts';
import type { Tokens } from '../session/tokens.ts';
import { applyAppearance, chosenLanguage } from '../shell/appearance.ts';
import { loadTexts } from '../texts/load-texts.ts';
import { rememberDeparture, takeDeparture } from './departure.ts';
import { showNotice } from './notice.ts';
import { openTabs } from './open-tabs.ts';
import { settingsOf, type Settings } from './settings.ts';

/** Signs the member in before anything else is loaded that waits for it. */

const base = import.meta.env.BASE_URL;
const redirectUri = `${location.origin}${base}`;
/** Milliseconds; another tab answers within a few. */
const askingTime = 120;
const now = (): number => Date.now();

const readSettings = async (): Promise<Settings> => {
  const response = await fetch(`${base}config.json`);
  if (!response.ok) throw new Error(`config.json: ${response.status}`);
  return settingsOf(await response.json());
};

const leave = async (provider: Provider, path: string): Promise<void> => {
  const departure = newDeparture(path);
  rememberDeparture(departure);
  location.replace(await provider.authorizeUrl(departure));
};

const isArrival = (): boolean => new URL(location.href).searchParams.has('state');

/** The tokens of the sign-in that this page is the end of. Null when it is no such page, or an old one. */
const arrive = async (provider: Provider): Promise<Tokens | null> => {
  if (!isArrival()) return null;
  const returned = new URL(location.href);
  const departure = takeDeparture();
  history.replaceState(null, '', departure?.path ?? base);
  return departure === null || departure.state !== returned.searchParams.get('state')
    ? null
    : provider.exchange(returned, departure);
};

/** Begins to load the pages and their texts, while the member's tokens are on their way. */
const loadPages = () => ({ shell: import('../shell/start.tsx'), texts: loadTexts(chosenLanguage()) });

const boot = async (): Promise<void> => {
  const settings = await readSettings();
  const tabs = openTabs(settings.clientId);
  const provider = openProvider(settings, redirectUri, now);
  // A page that is about to leave loads nothing: what has not come by then is lost.
  const arrival = isArrival() ? loadPages() : null;
  const tokens = await arrive(provider).catch(() => 'failed' as const);
  if (tokens === 'failed') {
    showNotice('failed', () => void leave(provider, base));
    return;
  }
  const found = tokens ?? (await askTabs(tabs, askingTime));
  if (found === null) {
    await leave(provider, location.pathname);
    return;
  }
  const session = openSession(found, {
    provider,
    tabs,
    alone: (work) => navigator.locks.request(`portal ${settings.clientId}`, work),
    now,
  });
  // A tab that waits for the member to sign in again goes on with these.
  if (tokens !== null) tabs.tell({ is: 'tokens', tokens });
  const { shell, texts } = arrival ?? loadPages();
  (await shell).start({ settings, session, base, texts: await texts });
};

applyAppearance();
boot().catch(() => {
  showNotice('unreachable', () => {
    location.reload();
  });
});
