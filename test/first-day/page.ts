import { readFileSync } from 'node:fs';
import path from 'node:path';

const page = path.join(import.meta.dirname, '../../docs/operations/deploying.md');

/** The commands of a step of the page on deploying, in its order. @param title of the step, without its number */
export const commandsOf = (title: string): readonly string[] => {
  const sections = readFileSync(page, 'utf8').split(/^## /m);
  const section = sections.find((text) => text.split('\n')[0]?.replace(/^\d+\. /, '') === title);
  if (section === undefined) throw new Error(`the page on deploying has no step "${title}"`);
  return section.split('\n').flatMap((line) => (line.startsWith('    ') ? [line.trim()] : []));
};

/** A line with what its placeholders stand for. @throws Error for a placeholder without a value */
export const filled = (line: string, values: ReadonlyMap<string, string>): string =>
  line.replaceAll(/<([a-z][\w -]*)>/gi, (placeholder, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`nothing stands for ${placeholder}`);
    return value;
  });
