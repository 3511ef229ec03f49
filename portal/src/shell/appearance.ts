import { languages, type Language } from '../texts/languages.ts';

/** The language and the colours of the pages, as the reader chose or as the browser says. */

export const colourings = ['system', 'light', 'dark'] as const;
export type Colouring = (typeof colourings)[number];

const languagePlace = 'portal.language';
const colouringPlace = 'portal.colouring';
const darkClass = 'awsui-dark-mode';

/** The language that is nearest to what the reader prefers. */
const nearestLanguage = (chosen: string | null, preferred: readonly string[]): Language => {
  const known = languages.find((language) => language === chosen);
  if (known !== undefined) return known;
  for (const tag of preferred) {
    if (/^pt\b/i.test(tag)) return 'pt-BR';
    if (/^en\b/i.test(tag)) return 'en';
  }
  return 'en';
};

export const chosenLanguage = (): Language => nearestLanguage(localStorage.getItem(languagePlace), navigator.languages);

export const chosenColouring = (): Colouring =>
  colourings.find((colouring) => colouring === localStorage.getItem(colouringPlace)) ?? 'system';

export const chooseLanguage = (language: Language): void => {
  localStorage.setItem(languagePlace, language);
  document.documentElement.lang = language;
};

const darkPreferred = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

const isDark = (colouring: Colouring): boolean =>
  colouring === 'system' ? darkPreferred().matches : colouring === 'dark';

const show = (): void => {
  const dark = isDark(chosenColouring());
  document.body.classList.toggle(darkClass, dark);
  document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
};

export const chooseColouring = (colouring: Colouring): void => {
  localStorage.setItem(colouringPlace, colouring);
  show();
};

/** Before anything is shown, so that no colour changes under the reader's eyes. */
export const applyAppearance = (): void => {
  document.documentElement.lang = chosenLanguage();
  show();
  darkPreferred().addEventListener('change', show);
};
