import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { z } from 'zod';

const profile = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({
        functionName: z.string(),
        url: z.string(),
        lineNumber: z.number(),
        columnNumber: z.number(),
      }),
      children: z.optional(z.array(z.number())),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
});
type Node = z.output<typeof profile>['nodes'][number];

/** A function with its time, and the functions that it called. */
export interface Frame {
  readonly name: string;
  /** `@smithy/core`, `lambdas/store`, `node:http`, or `native`. */
  readonly library: string;
  /** Microseconds, with what it called. */
  time: number;
  readonly calls: Map<string, Frame>;
}

const libraryOf = (source: string): string => {
  const inPackage = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1];
  if (inPackage !== undefined) return inPackage;
  const own = /(?:^|\/)((?:lambdas|packages)\/[^/]+)/.exec(source)?.[1];
  return own ?? (source.startsWith('node:') ? source.split('/').slice(0, 2).join('/') : 'native');
};

/** What waits, or begins the process. */
const outside: ReadonlySet<string> = new Set(['(idle)', '(program)', '(root)']);

/** The calls of a profile of V8, by their sources. @param bundle with its source map beside it */
export const framesOf = (file: string, bundle: string): Frame => {
  const { nodes, samples, timeDeltas } = profile.parse(JSON.parse(readFileSync(file, 'utf8')));
  const map = new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')) as SourceMapPayload);
  const sourceOf = ({ callFrame: { url, lineNumber, columnNumber } }: Node): string => {
    if (!url.endsWith(bundle)) return url;
    const entry = map.findEntry(lineNumber, columnNumber);
    return 'originalSource' in entry ? entry.originalSource : url;
  };
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const root: Frame = { name: 'all', library: 'native', time: 0, calls: new Map() };
  for (const [place, sample] of samples.entries()) {
    const path: Node[] = [];
    for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) {
      const node = byId.get(id);
      if (node !== undefined) path.unshift(node);
    }
    if (path.at(-1)?.callFrame.functionName === '(idle)') continue;
    add(
      root,
      path.filter(({ callFrame }) => !outside.has(callFrame.functionName)),
      timeDeltas[place] ?? 0,
      sourceOf,
    );
  }
  return root;
};

const add = (root: Frame, path: readonly Node[], time: number, sourceOf: (node: Node) => string): void => {
  let frame = root;
  frame.time += time;
  for (const node of path) {
    const library = libraryOf(sourceOf(node));
    const name = node.callFrame.functionName === '' ? '(anonymous)' : node.callFrame.functionName;
    const known = frame.calls.get(`${library} ${name}`);
    const next = known ?? { name, library, time: 0, calls: new Map<string, Frame>() };
    if (known === undefined) frame.calls.set(`${library} ${name}`, next);
    next.time += time;
    frame = next;
  }
};

/** The time of each library, without what it called, the most first. */
export const byLibrary = (root: Frame): readonly (readonly [string, number])[] => {
  const times = new Map<string, number>();
  const visit = (frame: Frame): void => {
    const called = Array.from(frame.calls.values()).reduce((sum, { time }) => sum + time, 0);
    times.set(frame.library, (times.get(frame.library) ?? 0) + frame.time - called);
    for (const each of frame.calls.values()) visit(each);
  };
  visit(root);
  return Array.from(times).toSorted(([, one], [, other]) => other - one);
};
