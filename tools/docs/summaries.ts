import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';
import type { LoadedRoute } from '../openapi/loaded-routes.ts';

const operationsFolder = fileURLToPath(new URL('../../lambdas/api/operations', import.meta.url));

/** The comments of a file's exported constants, by the constant's name. */
const commentsIn = (source: ts.SourceFile): ReadonlyMap<string, string> => {
  const comments = new Map<string, string>();
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    const comment = ts.getJSDocCommentsAndTags(statement).find(ts.isJSDoc)?.comment;
    const text = ts.getTextOfJSDocComment(comment)?.replace(/\s+/g, ' ');
    const name = statement.declarationList.declarations[0]?.name.getText(source);
    if (text !== undefined && name !== undefined) comments.set(name, text);
  }
  return comments;
};

const exportsOf = async (file: string): Promise<readonly [string, unknown][]> => {
  const module: unknown = await import(pathToFileURL(file).href);
  return typeof module === 'object' && module !== null ? Object.entries(module) : [];
};

export interface RouteSummary {
  /** What the route does: the comment of its operation. */
  readonly summary: string;
  /** The folder of its operation: `customers`. */
  readonly area: string;
}

/** The summary of each route, from the comment of its operation. @throws Error when a comment is missing */
export const summariesOf = async (routes: readonly LoadedRoute[]): Promise<ReadonlyMap<string, RouteSummary>> => {
  const byOperation = new Map<unknown, RouteSummary>();
  for (const name of await readdir(operationsFolder, { recursive: true })) {
    if (!name.endsWith('.ts')) continue;
    const file = path.join(operationsFolder, name);
    const comments = commentsIn(ts.createSourceFile(file, await readFile(file, 'utf8'), ts.ScriptTarget.ES2024, true));
    for (const [exported, value] of await exportsOf(file)) {
      const summary = comments.get(exported);
      if (summary !== undefined) byOperation.set(value, { summary, area: path.dirname(name) });
    }
  }
  return new Map(
    routes.map((row) => {
      const summary = byOperation.get(row.operation);
      if (summary === undefined) throw new Error(`the operation of ${row.route} has no comment that says what it does`);
      return [row.route, summary];
    }),
  );
};
