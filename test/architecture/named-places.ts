import path from 'node:path';

/** A file's text, with its path from the project's root. */
export interface Page {
  readonly file: string;
  readonly text: string;
}

/** Names of files with their folder. A name with a blank, a brace or a star is a pattern. */
const names = /(?<![\w./@{}*$<>-])((?:[\w.-]+\/)+[\w-]+\.(?:ts|tsx|mjs|md|json|yml))(?![\w*{}-])/g;
const folders = /`((?:[\w.-]+\/)+)`/g;
const sections = /((?:[\w.-]+\/)*[\w-]+\.md), "([^"\n]+)"/g;
const headings = /^#+ +(.+)$/gm;

/** What exists only after something has run. The site has a reference that its build makes. */
const made = /^(?:\.\/)?(?:\.local|build|reference|dist|node_modules|cdk\.out)\//;

/** Names in addresses, in buckets and in stored values. */
const elsewhere: ReadonlySet<string> = new Set([
  'docs/quickstart.md',
  'portal/config.json',
  'AWSLogs/',
  'entries/',
  '3/',
]);

const comments = /\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g;

/** What people read: a page as a whole, and the comments of a source. */
const wordsOf = ({ file, text }: Page): string =>
  file.endsWith('.md') ? text : Array.from(text.matchAll(comments), ([comment]) => comment).join('\n');

const isExcused = (name: string): boolean => made.test(name) || elsewhere.has(name);

const isAddress = (words: string, at: number): boolean => /https?:\/\/\S*$/.test(words.slice(0, at));

const namedIn = (words: string, expression: RegExp): readonly RegExpMatchArray[] =>
  Array.from(words.matchAll(expression)).filter(({ index }) => !isAddress(words, index));

const foldersAbove = (file: string): readonly string[] => {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
};

/** The files, folders and sections that a page names and that do not exist, as `file: name`. A name may leave out the folders in front. */
export const missingPlaces = (pages: readonly Page[], files: readonly string[]): readonly string[] => {
  const endingsOf = (place: string): readonly string[] => {
    const parts = place.split('/');
    return parts.map((_, index) => parts.slice(index).join('/'));
  };
  const endings = new Set(files.flatMap(endingsOf));
  const folderEndings = new Set(
    Array.from(new Set(files.flatMap(foldersAbove)), (folder) =>
      endingsOf(folder).map((ending) => `${ending}/`),
    ).flat(),
  );
  const titles = new Map(
    pages.map(({ file, text }) => [file, new Set(Array.from(text.matchAll(headings), ([, title = '']) => title))]),
  );
  return pages.flatMap((page) => {
    const words = wordsOf(page);
    const exists = (name: string): boolean =>
      endings.has(path.posix.normalize(name)) || files.includes(path.posix.join(path.dirname(page.file), name));
    const gone = namedIn(words, names)
      .map(([, name = '']) => name)
      .filter((name) => !isExcused(name) && !exists(name.replace(/^(\.\.?\/)+/, '')));
    const goneFolders = namedIn(words, folders)
      .map(([, name = '']) => name)
      .filter((name) => !isExcused(name) && !folderEndings.has(name));
    const untitled = namedIn(words, sections)
      .filter(([, name = '', title = '']) => titles.get(name)?.has(title) !== true)
      .map(([whole]) => whole);
    return [...gone, ...goneFolders, ...untitled].map((name) => `${page.file}: ${name}`);
  });
};
