import { createContext, use } from 'react';
import type { Settings } from '../boot/settings.ts';

export const SettingsContext = createContext<Settings | null>(null);

/** What the portal knows of its stage. */
export const useSettings = (): Settings => {
  const settings = use(SettingsContext);
  if (settings === null) throw new Error('there are no settings here');
  return settings;
};
