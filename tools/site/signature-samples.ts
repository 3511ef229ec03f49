import { readFile } from 'node:fs/promises';
import { codeGroup } from './code-group.ts';

const folder = new URL('../../docs/signatures/', import.meta.url);

/** Where the page has the samples. */
const place = '<!-- the samples -->';

const samples = [
  { language: 'ts', label: 'TypeScript', file: 'verify.ts' },
  { language: 'python', label: 'Python', file: 'verify.py' },
  { language: 'php', label: 'PHP', file: 'verify.php' },
  { language: 'ruby', label: 'Ruby', file: 'verify.rb' },
  { language: 'java', label: 'Java', file: 'Verify.java' },
  { language: 'go', label: 'Go', file: 'verify.go' },
  { language: 'csharp', label: 'C#', file: 'Verify.cs' },
];

/** The page of signatures with the samples as tabs, from the files that the tests run. @throws Error when it has no place for them */
export const withSignatureSamples = async (page: string): Promise<string> => {
  const [before, after] = page.split(place);
  if (before === undefined || after === undefined) throw new Error(`the page of signatures lacks ${place}`);
  const tabs = await Promise.all(
    samples.map(async ({ language, label, file }) => ({
      language,
      label,
      text: (await readFile(new URL(file, folder), 'utf8')).trimEnd(),
    })),
  );
  return `${before}${codeGroup(tabs)}${after}`;
};
