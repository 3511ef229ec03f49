import { newDeparture, openProvider, type Departure, type Provider } from '../session/provider.ts';
import { openSession } from '../session/session.ts';
import { askTabs } from '../session/tabs.ts';
import { passOf } from '../session/tokens.ts';
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

/** The end of a sign-in: its answer in the address, and the departure that it answers. */
interface Arrival {
  readonly returned: URL;
  readonly departure: Departure;
}

/** Null when this page is not the end of a sign-in, or of an old one. The address becomes where the member wanted to go. */
const arrive = (): Arrival | null => {
  const returned = new URL(location.href);
  const state = returned.searchParams.get('state');
  if (state === null) return null;
  const departure = takeDeparture();
  history.replaceState(null, '', departure?.path ?? base);
  return departure?.state === state ? { returned, departure } : null;
};

const pathBelow = (): string => location.pathname.slice(base.length);

/** Begins to load the files of the pages: first the small ones, which begin to load others and to call the API. */
const loadFiles = () => {
  const client = import('../api/portal-client.ts');
  const calls = import('../shell/first-calls.ts');
  const page = import('../shell/page-loads.ts');
  const shell = import('../shell/start.tsx');
  const texts = loadTexts(chosenLanguage());
  void page.then(({ beginPage }) => {
    beginPage(pathBelow());
  });
  return { client, calls, shell, texts };
};

const boot = async (): Promise<void> => {
  const arrival = arrive();
  // A page that is about to leave loads nothing: what has not come by then is lost.
  const early = arrival === null ? null : loadFiles();
  const settings = await readSettings();
  const tabs = openTabs(settings.clientId);
  const provider = openProvider(settings, redirectUri, now);
  const tokens =
    arrival === null
      ? null
      : await provider.exchange(arrival.returned, arrival.departure).catch(() => 'failed' as const);
  if (tokens === 'failed') {
    showNotice('failed', () => void leave(provider, base));
    return;
  }
  const pass = tokens === null ? await askTabs(tabs, askingTime) : null;
  const found = tokens ?? (pass && { ...pass, refreshToken: null });
  if (found === null) {
    await leave(provider, location.pathname + location.search);
    return;
  }
  const session = openSession(found, {
    provider,
    tabs,
    alone: (work) => navigator.locks.request(`portal ${settings.clientId}`, work),
    now,
  });
  // A tab that waits for the member to sign in again goes on with these.
  if (tokens !== null) tabs.tell({ is: 'pass', pass: passOf(tokens) });
  const files = early ?? loadFiles();
  const client = (await files.client).openClient(
    { ...settings, apiUrl: new URL(settings.apiUrl, location.href).href },
    session,
    new URLSearchParams(location.search).get('partner'),
  );
  const { beginFirstCalls } = await files.calls;
  // A call that fails is the page's to tell.
  beginFirstCalls(client, pathBelow(), location.search !== '').catch(() => undefined);
  const { start } = await files.shell;
  start({ client, session, base, texts: await files.texts, settings });
};

applyAppearance();
boot().catch(() => {
  showNotice('unreachable', () => {
    location.reload();
  });
});
