import path from 'node:path';

/** What is known of the modules. */
interface Modules {
  /** Characters of its source. */
  readonly sizeOf: (id: string) => number;
  readonly importsOf: (id: string) => readonly string[];
}

/** A file to be: modules that are loaded together. */
interface File {
  readonly modules: readonly string[];
  readonly size: number;
  /** Which of the modules that are imported dynamically load it: one bit for each. */
  readonly users: bigint;
}

/** To find and to read a file takes as long as to load so many characters of source. */
const costOfFile = 5_000;

/** How many bits each number has. */
const counts = new Map<bigint, number>();

const countOf = (users: bigint): number => {
  const known = counts.get(users);
  if (known !== undefined) return known;
  const count = users.toString(2).replaceAll('0', '').length;
  counts.set(users, count);
  return count;
};

const costOf = (users: bigint, size: number): number => countOf(users) * (size + costOfFile);

/** Modules with the same users share a file: they are loaded together whatever is called. */
const byUsers = (usersOf: ReadonlyMap<string, bigint>, { sizeOf }: Modules): readonly File[] =>
  Array.from(
    Map.groupBy(usersOf.keys(), (id) => usersOf.get(id) ?? 0n),
    ([users, modules]) => ({ modules, users, size: modules.reduce((sum, id) => sum + sizeOf(id), 0) }),
  ).toSorted((one, other) => one.size - other.size);

/** All files that are loaded with each file. */
const importsAmong = (files: readonly File[], { importsOf }: Modules): ((file: File) => ReadonlySet<File>) => {
  const fileOf = new Map(files.flatMap((file) => file.modules.map((id) => [id, file] as const)));
  const direct = (file: File): readonly File[] => file.modules.flatMap(importsOf).flatMap((id) => fileOf.get(id) ?? []);
  const known = new Map(
    files.map((file) => {
      const found = new Set(direct(file));
      // Iterates over what is added meanwhile, too.
      for (const each of found) for (const imported of direct(each)) found.add(imported);
      return [file, found] as const;
    }),
  );
  return (file) => known.get(file) ?? new Set();
};

/** Two files that go together, and all that is loaded with them then. */
interface Union {
  readonly users: bigint;
  readonly files: ReadonlySet<File>;
  /** How much less all users load. */
  readonly gain: number;
}

const unionOf = (one: File, other: File, imports: ReturnType<typeof importsAmong>): Union => {
  const users = one.users | other.users;
  const files = new Set([one, other, ...imports(one), ...imports(other)]);
  let gain = costOf(users, 0);
  for (const file of files) gain += costOf(file.users, file.size) - costOf(file.users | users, file.size);
  return { users, files, gain };
};

/**
 * The union of the smallest file by which all users together load least; null when they would load more by each of any file.
 * @param settled the users of files that have been found to go with no other one; more are added
 */
const bestUnion = (files: readonly File[], modules: Modules, settled: Set<bigint>): Union | null => {
  const imports = importsAmong(files, modules);
  for (const file of files) {
    if (settled.has(file.users)) continue;
    let best: Union | null = null;
    for (const other of files) {
      const union = other === file ? null : unionOf(file, other, imports);
      if (union !== null && union.gain > (best?.gain ?? 0)) best = union;
    }
    if (best !== null) return best;
    settled.add(file.users);
  }
  return null;
};

/** By its first module, since the modules come in the order in which they are imported. */
const named = (files: readonly File[]): ReadonlyMap<string, string> => {
  const counts = new Map<string, number>();
  const nameOf = (file: File): string => {
    const name = path.basename(file.modules[0] ?? '').replace(/\.\w+$/, '');
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name}-${count}`;
  };
  return new Map(
    files.flatMap((file) => {
      const name = nameOf(file);
      return file.modules.map((id) => [id, name] as const);
    }),
  );
};

/**
 * The file of each module that a start does not load, so that a call loads little that it does not need, from few files. Files go together
 * while all calls together load less by it. No file imports, by way of others, itself: files with the same users are one.
 * @param needs each module that is imported dynamically, with all that it needs beside what the start loads
 */
export const filesByNeed = (
  needs: ReadonlyMap<string, readonly string[]>,
  modules: Modules,
): ReadonlyMap<string, string> => {
  const usersOf = new Map<string, bigint>();
  for (const [place, needed] of Array.from(needs.values()).entries()) {
    for (const id of needed) usersOf.set(id, (usersOf.get(id) ?? 0n) | (1n << BigInt(place)));
  }
  let files = byUsers(usersOf, modules);
  const settled = new Set<bigint>();
  for (let best = bestUnion(files, modules, settled); best !== null; best = bestUnion(files, modules, settled)) {
    for (const file of best.files) for (const id of file.modules) usersOf.set(id, file.users | best.users);
    files = byUsers(usersOf, modules);
  }
  return named(files);
};
