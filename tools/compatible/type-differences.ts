import { namesIn, rootOf, type ApiLine } from './api-page.ts';
import type { Difference, Direction } from './difference.ts';

type Lines = ReadonlyMap<string, ApiLine>;

/** docs/partners/versions.md: these may become more at any time, and none of them may go. */
const growing = new Set(['ErrorBody', 'ErrorCode', 'ReceivedEvent']);

/** What takes every value. */
const anything = new Set(['unknown', 'Any']);

const opposite = { request: 'response', response: 'request' } as const;

/** The names that a type passes on whole: of what is picked from, only some members. */
const passedOn = (type: string): readonly string[] => namesIn(type.replaceAll(/\bPick<[^>]*>/g, ''));

/** The direction of a line in a type that goes in a direction: each parameter on its path goes the other way. */
const directionOf = ({ path }: ApiLine, ofRoot: Direction): Direction =>
  (path.match(/\([^)]+\)/g) ?? []).length % 2 === 0 ? ofRoot : opposite[ofRoot];

const nameOf = (root: string): string => root.slice(root.indexOf('/') + 1);

/** An instance of a class is made by the client, also where it is given back to it. A dataclass is made by anybody. */
const isMade = ({ types }: ApiLine): boolean => /^class\b/.test(types[0] ?? '');

/**
 * The directions of every name: of what the client gives, and of what it takes, followed from its functions and classes
 * through the types that they name. What none of them names is given.
 */
const directionsOf = (lines: Lines): ReadonlyMap<string, ReadonlySet<Direction>> => {
  const byRoot = Map.groupBy(lines.values(), rootOf);
  const roots = Map.groupBy(byRoot.keys(), nameOf);
  const directions = new Map<string, Set<Direction>>();
  const follow = (root: string, direction: Direction): void => {
    const [first, ...more] = byRoot.get(root) ?? [];
    const known = directions.get(root) ?? new Set();
    const own = first !== undefined && isMade(first) ? 'response' : direction;
    if (first === undefined || known.has(own)) return;
    directions.set(root, known.add(own));
    for (const line of [first, ...more])
      for (const name of line.types.flatMap(passedOn))
        for (const other of roots.get(name) ?? []) follow(other, directionOf(line, own));
  };
  const isStart = (root: string): boolean => /^(class|(async )?function)\b/.test(lines.get(root)?.types[0] ?? '');
  for (const root of byRoot.keys()) if (isStart(root)) follow(root, 'response');
  for (const root of byRoot.keys()) if (!directions.has(root)) follow(root, 'response');
  return directions;
};

/** The line that this one is within; undefined for a name. */
const aroundOf = ({ path }: ApiLine, lines: Lines): ApiLine | undefined => {
  for (let end = path.length - 1; end > 0; end -= 1) {
    const around = '.([<'.includes(path.charAt(end)) ? lines.get(path.slice(0, end)) : undefined;
    if (around !== undefined) return around;
  }
  return undefined;
};

const textOf = ({ types, isOptional }: ApiLine): string => `${types.join(' | ')}${isOptional ? ', may be absent' : ''}`;

/** More types than these are not listed again when some come or go. */
const mostListed = 5;

/** What a line was and is, for people. */
const change = (was: ApiLine, is: ApiLine): readonly [string, string] => {
  const isLong = Math.min(was.types.length, is.types.length) > mostListed && was.isOptional === is.isOptional;
  if (!isLong) return [textOf(was), textOf(is)];
  const without = (types: readonly string[], others: readonly string[]): string =>
    types.filter((type) => !others.includes(type)).join(' | ');
  return [without(was.types, is.types) || 'absent', without(is.types, was.types) || 'gone'];
};

const difference = (path: string, was: string, is: string, breaks: string | null): Difference => ({
  place: path,
  subjects: [path],
  field: null,
  was,
  is,
  breaks,
});

const lacks = (types: readonly string[], others: readonly string[]): boolean =>
  !types.some((type) => anything.has(type)) && others.some((type) => !types.includes(type));

const changed = (was: ApiLine, is: ApiLine, directions: ReadonlySet<Direction>): Difference | null => {
  const [fewer, more] = [lacks(is.types, was.types), lacks(was.types, is.types)];
  const isGrowing = growing.has(nameOf(was.path));
  const given = directions.has('request') && (fewer || (was.isOptional && !is.isOptional));
  const read = directions.has('response') && (isGrowing ? fewer : more || (!was.isOptional && is.isOptional));
  if (!fewer && !more && was.isOptional === is.isOptional) return null;
  const reason = given ? 'a program that gives it as before' : 'a program that reads it as before';
  return difference(was.path, ...change(was, is), given || read ? `${reason} does not compile, or fails` : null);
};

/** What differs between the public types of two versions of a client. */
export const typeDifferences = (was: readonly ApiLine[], is: readonly ApiLine[]): readonly Difference[] => {
  const [before, after] = [was, is].map((lines): Lines => new Map(lines.map((line) => [line.path, line])));
  if (before === undefined || after === undefined) return [];
  const known = directionsOf(before);
  /** Whether the line around it is the same: otherwise that one is the difference. */
  const isListedAlone = (line: ApiLine, from: Lines, to: Lines): boolean => {
    const around = aroundOf(line, from);
    if (around === undefined) return true;
    const other = to.get(around.path);
    return other !== undefined && !lacks(other.types, around.types) && !lacks(around.types, other.types);
  };
  const directions = (line: ApiLine): ReadonlySet<Direction> =>
    new Set(Array.from(known.get(rootOf(line)) ?? [], (one) => directionOf(line, one)));
  const gone = was
    .filter((line) => !after.has(line.path) && isListedAlone(line, before, after))
    .map((line) => difference(line.path, textOf(line), 'gone', 'a program that uses it does not compile, or fails'));
  const added = is
    .filter((line) => !before.has(line.path) && isListedAlone(line, after, before))
    .map((line) => {
      const isNeeded = !line.isOptional && aroundOf(line, after) !== undefined && directions(line).has('request');
      const breaks = isNeeded ? 'a program that does not give it does not compile, or fails' : null;
      return difference(line.path, 'absent', textOf(line), breaks);
    });
  const others = was.flatMap((line) => {
    const now = after.get(line.path);
    return now === undefined ? [] : (changed(line, now, directions(line)) ?? []);
  });
  return [...gone, ...added, ...others];
};
