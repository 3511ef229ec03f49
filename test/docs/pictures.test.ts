import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';

const root = path.join(import.meta.dirname, '../..');
const pages = globSync(['README.md', 'docs/**/*.md', 'packages/*/README.md'], { cwd: root });

/**
 * The lines of sequence diagrams that end before their text does. A semicolon ends a statement, and `#` begins an entity:
 * https://mermaid.js.org/syntax/sequenceDiagram.html
 */
const cutLines = (page: string): readonly string[] =>
  Array.from(page.matchAll(/^```mermaid\n(sequenceDiagram\n.*?)^```$/gms), ([, picture = '']) => picture)
    .flatMap((picture) => picture.split('\n'))
    .filter((line) => /[;#]/.test(line));

test('no sequence diagram has a line that Mermaid cuts', () => {
  const found = pages.flatMap((page) =>
    cutLines(readFileSync(path.join(root, page), 'utf8')).map((line) => `${page}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

test('such a line is found where it stands', () => {
  const page = '```mermaid\nsequenceDiagram\n  A->>B: one; two\n  A->>B: three\n```\n';
  expect(cutLines(page)).toEqual(['  A->>B: one; two']);
});
