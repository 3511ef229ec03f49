/** The page of a client's public types, in one form for both clients: a line for each name, member and parameter. */

/**
 * One line. A path is a module, a name in it, and then members (`.name`), parameters (`(name)`; by place
 * `(1)` and `(1 name)`), results (`()`), items of lists (`[]`), and the parameters of a generic type (`<>`).
 */
export interface ApiLine {
  /** `webhook/verifyEvent(2).tolerance` */
  readonly path: string;
  /** A member or parameter that may be left out. */
  readonly isOptional: boolean;
  /** What it may be: types, names of types, and values in double quotes. */
  readonly types: readonly string[];
}

/** The module and the name of a line. */
export const rootOf = ({ path }: ApiLine): string => /^[^/]+\/[^.([<]+/.exec(path)?.[0] ?? path;

/** The names in a type that could be those of other types; not in a text, not where a type is one member of another. */
export const namesIn = (type: string): readonly string[] =>
  type.replaceAll(/"[^"]*"|'[^']*'/g, '').match(/\b[A-Za-z_$][\w$]*\b(?!\[)/g) ?? [];

/** Splits at a separator that stands in no brackets and no quotes. */
export const splitOutside = (text: string, separator: string): readonly string[] => {
  const parts: string[] = [];
  let [depth, start, quote] = [0, 0, ''];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (quote !== '') quote = letter === quote ? '' : quote;
    else if (letter === '"' || letter === "'") quote = letter;
    else if ('([{<'.includes(letter)) depth += 1;
    // The arrow of a function closes nothing.
    else if (')]}'.includes(letter) || (letter === '>' && text.charAt(at - 1) !== '=')) depth -= 1;
    else if (depth === 0 && text.startsWith(separator, at)) {
      parts.push(text.slice(start, at));
      start = at + separator.length;
    }
  }
  return [...parts, text.slice(start)].map((part) => part.trim()).filter((part) => part !== '');
};

/** What the modules of a client declare: each name with its lines. */
export type Declared = ReadonlyMap<string, ReadonlyMap<string, readonly ApiLine[]>>;

/** The lines of the modules that a program can import, and of the types that these name. */
export const publicLines = (declared: Declared, canImport: (module: string) => boolean): readonly ApiLine[] => {
  const byName = new Map<string, readonly ApiLine[]>();
  for (const names of declared.values())
    for (const [name, lines] of names) byName.set(name, [...(byName.get(name) ?? []), ...lines]);
  const shown = new Set(
    Array.from(declared).flatMap(([module, names]) => (canImport(module) ? [...names.keys()] : [])),
  );
  // A set takes what is added while it is walked through.
  for (const name of shown)
    for (const { types } of byName.get(name) ?? [])
      for (const other of types.flatMap(namesIn)) if (byName.has(other)) shown.add(other);
  return Array.from(declared.values()).flatMap((names) =>
    Array.from(names).flatMap(([name, lines]) => (shown.has(name) ? lines : [])),
  );
};

const head =
  '# Made by `npm run generate` from the sources of the client: its public types. `npm run compatible` compares them.';

export const apiPage = (lines: readonly ApiLine[]): string =>
  [
    head,
    ...lines.map(({ path, isOptional, types }) => `${path}${isOptional ? '?' : ''}: ${types.join(' | ')}`),
    '',
  ].join('\n');

/** @throws Error on a line that is not of this form */
export const readApiPage = (text: string): readonly ApiLine[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, path, optional, types] = /^(.+?)(\?)?: (.+)$/.exec(line) ?? [];
      if (path === undefined || types === undefined) throw new Error(`not a line of an api page: ${line}`);
      return { path, isOptional: optional === '?', types: splitOutside(types, ' | ') };
    });
