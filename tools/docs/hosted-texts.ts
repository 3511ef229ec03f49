import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { named } from '../../lambdas/connect/page/names.ts';
import { languages } from '../../lambdas/connect/page/language.ts';
import { wordsOf } from '../../lambdas/connect/page/words/words-of.ts';
import type { Words } from '../../lambdas/connect/page/words/words.ts';

/** No text has it: it stands for the partner's name. */
const place = '\ue000';

/** What is before and after the partner's name. */
const aroundName = (about: Words['privacy']): readonly [before: string, after: string] => {
  const said = about(named(place));
  const [before = '', after = ''] = (typeof said === 'string' ? said : said.text)
    .split(named(place).text)
    .map((part) => part.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))));
  return [before, after];
};

const textsOf = (words: Words): object => {
  const { direction, cancel, privacy, invitation } = words;
  const { title, asks, whatHappens, signIn, choose, comeBack, start } = invitation;
  return {
    direction,
    title,
    asks: aroundName(asks),
    whatHappens,
    steps: [signIn, choose, comeBack],
    start,
    cancel,
    privacy: aroundName(privacy),
  };
};

/** The texts of the hosted page that the portal shows in its preview. The portal imports nothing of the functions. */
export const hostedTextsModule = async (): Promise<string> => {
  const file = fileURLToPath(new URL('../../portal/src/pages/connect-page/hosted-texts.ts', import.meta.url));
  const texts = Object.fromEntries(languages.map((language) => [language, textsOf(wordsOf(language))]));
  const code = `// Made by \`npm run generate\` from lambdas/connect/page/words. Do not edit.

/** What the hosted page says in a language. */
export interface HostedTexts {
  readonly direction: 'ltr' | 'rtl';
  readonly title: string;
  /** Around the name of the partner. */
  readonly asks: readonly [before: string, after: string];
  readonly whatHappens: string;
  readonly steps: readonly string[];
  readonly start: string;
  readonly cancel: string;
  /** Around the name of the partner. */
  readonly privacy: readonly [before: string, after: string];
}

export const hostedLanguages = ${JSON.stringify(languages)} as const;
export type HostedLanguage = (typeof hostedLanguages)[number];

export const hostedTexts: Readonly<Record<HostedLanguage, HostedTexts>> = ${JSON.stringify(texts)};
`;
  return format(code, { ...(await resolveConfig(file)), parser: 'typescript' });
};
