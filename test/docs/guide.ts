import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A fenced block of a page. */
export interface Snippet {
  readonly language: string;
  readonly text: string;
}

/** The fenced blocks of a text, in order. */
export const snippetsIn = (markdown: string): readonly Snippet[] =>
  Array.from(markdown.matchAll(/^```(\w+)(?: \[.*\])?\n([^]*?)^```$/gm), ([, language = '', text = '']) => ({
    language,
    text,
  }));

/** The fenced blocks of a page, in order. */
export const snippetsOf = (page: string): readonly Snippet[] =>
  snippetsIn(readFileSync(path.join(import.meta.dirname, '../../docs', page), 'utf8'));

/** All blocks of a language, one after the other. */
export const inLanguage = (snippets: readonly Snippet[], wanted: string): string =>
  snippets
    .filter(({ language }) => language === wanted)
    .map(({ text }) => text)
    .join('\n');

/** How the first block of a program begins. */
const startsModule = {
  ts: /^(\/\/ \S+\.ts\n|import \{ createClient \})/,
  python: /^(# \S+\.py\n|import os\n)/,
};

/** The programs of a page: later blocks continue the ones before them. */
export const programsOf = (
  snippets: readonly Snippet[],
  wanted: keyof typeof startsModule = 'ts',
): readonly string[] => {
  const programs: string[] = [];
  for (const { language, text } of snippets) {
    if (language !== wanted) continue;
    if (startsModule[wanted].test(text) || programs.length === 0) programs.push(text);
    else programs.push(`${programs.pop() ?? ''}\n${text}`);
  }
  return programs;
};

/** What the example has and the answer lacks, as paths; `"…"` stands for any value. */
export const missingFrom = (answer: unknown, example: unknown, at = ''): readonly string[] => {
  if (example === '…') return typeof answer === 'string' ? [] : [`${at} is no text`];
  if (typeof example !== 'object' || example === null)
    return answer === example ? [] : [`${at} is not ${String(example)}`];
  if (typeof answer !== 'object' || answer === null) return [`${at} is missing`];
  const values = new Map(Object.entries(answer));
  return Object.entries(example).flatMap(([name, value]) => missingFrom(values.get(name), value, `${at}.${name}`));
};
