import type { ConnectPage, UpdatePartnerConnectPageRequest } from '../../../../packages/client/src/schemas.ts';

const names = ['display_name', 'logo_url', 'color', 'privacy_url'] as const;
type SettingName = (typeof names)[number];

/** As the form has them: an empty text for nothing. */
export type Settings = Readonly<Record<SettingName, string>>;

export const settingsOf = (page: ConnectPage): Settings => ({
  display_name: page.display_name ?? '',
  logo_url: page.logo_url ?? '',
  color: page.color ?? '',
  privacy_url: page.privacy_url ?? '',
});

/** The form after others saved: fields that were edited stay as they are, the others are as saved. */
export const followed = (was: Settings, now: Settings, saved: Settings): Settings => ({
  display_name: now.display_name === was.display_name ? saved.display_name : now.display_name,
  logo_url: now.logo_url === was.logo_url ? saved.logo_url : now.logo_url,
  color: now.color === was.color ? saved.color : now.color,
  privacy_url: now.privacy_url === was.privacy_url ? saved.privacy_url : now.privacy_url,
});

/** What is sent: the fields that differ. @param readLogoAgain whether the image of the same address is fetched anew */
export const changesOf = (was: Settings, now: Settings, readLogoAgain: boolean): UpdatePartnerConnectPageRequest =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = now[name].trim();
      const isSent = text !== was[name] || (name === 'logo_url' && readLogoAgain && text !== '');
      return isSent ? [[name, text === '' ? null : text]] : [];
    }),
  );
