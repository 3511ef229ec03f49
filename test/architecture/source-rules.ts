import ts from 'typescript';
import { realClocks } from './real-clocks.ts';

/** A rule about what stands in a file, named by what breaks it. */
export interface SourceRule {
  readonly name: string;
  readonly appliesTo: (file: string) => boolean;
  /** The nodes that break it. */
  readonly breaches: (source: ts.SourceFile) => readonly ts.Node[];
}

const nodesOf = (node: ts.Node): readonly ts.Node[] => {
  const nodes: ts.Node[] = [];
  const visit = (inner: ts.Node): void => {
    nodes.push(inner);
    ts.forEachChild(inner, visit);
  };
  visit(node);
  return nodes;
};

const isHandler = (file: string): boolean => /^lambdas\/functions\/[^/]+\.ts$/.test(file);
const isRuntime = (file: string): boolean => file.startsWith('lambdas/runtime/');
const isFunctions = (file: string): boolean => /^(lambdas|packages\/(stored-forms|time-index))\//.test(file);

const clocksAndDice = new Set(['Date.now', 'Math.random', 'performance.now', 'process.hrtime', 'crypto.randomUUID']);

const readsRealTime = (node: ts.Node): boolean => readsClock(node) && !/random/i.test(node.getText());

const readsClock = (node: ts.Node): boolean =>
  (ts.isPropertyAccessExpression(node) && clocksAndDice.has(node.getText())) ||
  (ts.isNewExpression(node) && node.expression.getText() === 'Date' && node.arguments?.length === 0) ||
  (ts.isCallExpression(node) && node.expression.getText() === 'Date');

/** `Date.now` as a type of a mock or in a text is no reading; a timer is whatever waits for real time to pass. */
const setsTimer = (node: ts.Node): boolean => {
  if (ts.isImportDeclaration(node)) {
    const names = node.importClause?.namedBindings?.getText() ?? '';
    return /timers\/promises/.test(node.moduleSpecifier.getText()) && /\bset(Timeout|Interval)\b/.test(names);
  }
  if (!ts.isCallExpression(node)) return false;
  return /^((global\w*\.)?set(Timeout|Interval)|AbortSignal\.timeout)$/.test(node.expression.getText());
};

const dice = /^random|^getRandom/;

/** Names that a file imports from packages that match. */
const importedFrom = (source: ts.SourceFile, packages: RegExp): readonly ts.ImportSpecifier[] =>
  source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !packages.test(statement.moduleSpecifier.getText())) return [];
    const names = statement.importClause?.namedBindings;
    return names !== undefined && ts.isNamedImports(names) ? names.elements : [];
  });

const opensClient = (source: ts.SourceFile): readonly ts.Node[] =>
  nodesOf(source).filter(
    (node) => ts.isCallExpression(node) && /^(openClient|\w+Client\.from)$/.test(node.expression.getText()),
  );

/** What makes a handler whose calls end with its invocation. */
const serving = /^(serve|serveBatch|serveHttp|worker|batchWorker|instanceWorker)$/;

/** A document client that does not end its calls, and a handler that no invocation ends. */
const outlastsInvocation = (source: ts.SourceFile): readonly ts.Node[] =>
  nodesOf(source).filter((node) => {
    if (callOf(node, /^\w+Client\.from$/) !== null) return callOf(node.parent, /^callsWithin$/) === null;
    if (!ts.isVariableDeclaration(node) || node.name.getText() !== 'handler') return false;
    return node.initializer === undefined || callOf(node.initializer, serving) === null;
  });

/** A client of the SDK that `openClient` did not open has no limit of time. */
const constructsClient = (source: ts.SourceFile): readonly ts.Node[] => {
  const clients = new Set(importedFrom(source, /@aws-sdk\//).map(({ name }) => name.text));
  return nodesOf(source).filter(
    (node) =>
      ts.isNewExpression(node) &&
      clients.has(node.expression.getText()) &&
      node.expression.getText().endsWith('Client'),
  );
};

const isCommandLine = (file: string): boolean =>
  /^(operator|listen|demo|scripts|local)\/.*\.ts$/.test(file) && !file.startsWith('local/console/browser/');

/** The standard streams may say what they are, and be listened to. */
const asksStream = /^process\.std(out|err)\.(isTTY|columns|hasColors|on)$/;

/** A use of the console, or of a standard stream as one to write to. */
const writesToTerminal = (node: ts.Node): boolean => {
  if (ts.isImportDeclaration(node)) return /^'(node:)?(console|process)'$/.test(node.moduleSpecifier.getText());
  if (ts.isVariableDeclaration(node)) {
    return node.initializer?.getText() === 'process' && /\bstd(out|err)\b/.test(node.name.getText());
  }
  if (!ts.isPropertyAccessExpression(node)) return false;
  if (node.expression.getText() === 'console') return true;
  return /^process\.std(out|err)$/.test(node.getText()) && !asksStream.test(node.parent.getText());
};

/** Such as `{ ...{ a: 1 }, b: 2 }`, which hides how long an object is. */
const spreadsLiteral = (node: ts.Node): boolean =>
  ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(node.expression);

/** A file that only passes on what others have. */
const isBarrel = (source: ts.SourceFile): boolean =>
  source.statements.length > 0 &&
  source.statements.every((statement) => ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined);

/**
 * The modules that may define a class of errors. What callers act on is in the domain. A client of another system has a class for
 * what that system answers, and so has a package for its callers. A class that is thrown and caught in one file may be private to it.
 */
const errorModules: ReadonlySet<string> = new Set([
  'lambdas/kernel/errors.ts',
  'lambdas/outbound/dial.ts',
  'lambdas/platform/errors.ts',
  'lambdas/store/notifications/notifications.ts',
  'lambdas/store/search/search-head.ts',
  'packages/stored-forms/src/stored-form.ts',
  'packages/time-index/src/errors.ts',
]);

/**
 * The modules that may open the token of a line. `lines/observed.ts` asks the platform with it, and its answer opens only for a line that
 * still has it. A reveal commits only while the line has it. A sync reads the templates of a business account, with the token of any of its
 * lines, and a refusal is held against a line only while it has that token. A session's own token is sealed for the session.
 */
const tokenModules: ReadonlySet<string> = new Set([
  'lambdas/domain/vault.ts',
  'lambdas/lines/observed.ts',
  'lambdas/api/operations/instances/reveal-platform-token.ts',
  'lambdas/template-sync/instance-tokens.ts',
  'lambdas/connect/seal-contexts.ts',
]);

const namesToken = (node: ts.Node): boolean =>
  (ts.isStringLiteral(node) && node.text === 'platform_token') ||
  (ts.isIdentifier(node) && node.text === 'platformTokenContext');

/** Classes that extend an error, by its name or because it is imported from a file of errors. */
const errorClasses = (source: ts.SourceFile): readonly ts.Node[] => {
  const imported = new Set(importedFrom(source, /errors\.ts'$/).map(({ name }) => name.text));
  const isError = (name: string): boolean => imported.has(name) || /(Error|Exception)$/.test(name);
  return nodesOf(source).filter(
    (node) =>
      ts.isClassLike(node) &&
      (node.heritageClauses ?? []).some(({ types }) => types.some(({ expression }) => isError(expression.getText()))),
  );
};

const isCallOn = (node: ts.Node, names: RegExp): boolean =>
  ts.isPropertyAccessExpression(node) && names.test(node.getText().replaceAll(/\s+/g, ''));

const callOf = (node: ts.Node, name: RegExp): ts.CallExpression | null =>
  ts.isCallExpression(node) && name.test(node.expression.getText()) ? node : null;

/** The suites of a worker share the classes of the SDK. */
const mocksClass = (node: ts.Node): boolean =>
  /^[A-Z]/.test(callOf(node, /^mockClient$/)?.arguments[0]?.getText() ?? '');

/** A module is loaded once for all suites of a worker, so its hooks and tests would be those of the first suite alone. */
const isLooseHook = (node: ts.Node): boolean =>
  ts.isExpressionStatement(node) && callOf(node.expression, /^((before|after)(All|Each)|describe|it|test)\b/) !== null;

/** Names of people may be written from right to left, and would take what stands beside them along. */
const joinsTexts = (node: ts.Node): boolean =>
  (ts.isJsxText(node) ||
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node)) &&
  / [·→] /.test(` ${node.text} `) &&
  !(ts.isJsxAttribute(node.parent) && node.parent.name.getText() === 'sign') &&
  callOf(node.parent, /^joined$/) === null;

export const sourceRules: readonly SourceRule[] = [
  {
    name: 'the clock and the dice are given in',
    appliesTo: (file) => (isFunctions(file) || /^(lib|bin)\//.test(file)) && !isRuntime(file),
    breaches: (source) => nodesOf(source).filter(readsClock),
  },
  {
    name: 'randomness is given in',
    appliesTo: (file) => isFunctions(file) && !isRuntime(file) && !isHandler(file),
    breaches: (source) => importedFrom(source, /^'(node:)?crypto'$/).filter(({ name }) => dice.test(name.text)),
  },
  {
    name: 'only handlers and the runtime open SDK clients',
    appliesTo: (file) => isFunctions(file) && !isRuntime(file) && !isHandler(file),
    breaches: opensClient,
  },
  {
    name: 'SDK clients have limits of time',
    appliesTo: isFunctions,
    breaches: constructsClient,
  },
  {
    name: 'what a function calls ends with its invocation',
    appliesTo: isFunctions,
    breaches: outlastsInvocation,
  },
  {
    name: 'a test depends on no real time, or says why',
    appliesTo: (file) => /^(test|tools\/harness)\//.test(file) && !realClocks.has(file),
    breaches: (source) => nodesOf(source).filter((node) => readsRealTime(node) || setsTimer(node)),
  },
  {
    name: 'errors that callers act on are classes of kernel/errors.ts',
    appliesTo: (file) => isFunctions(file) && !errorModules.has(file),
    breaches: errorClasses,
  },
  {
    name: 'few modules open the token of a line',
    appliesTo: (file) => file.startsWith('lambdas/') && !tokenModules.has(file),
    breaches: (source) => nodesOf(source).filter(namesToken),
  },
  {
    name: 'a file has something of its own',
    appliesTo: () => true,
    breaches: (source) => (isBarrel(source) ? [source] : []),
  },
  {
    name: 'no literal is spread into a literal',
    appliesTo: () => true,
    breaches: (source) => nodesOf(source).filter(spreadsLiteral),
  },
  {
    name: 'command lines write by packages/terminal',
    appliesTo: isCommandLine,
    breaches: (source) => nodesOf(source).filter(writesToTerminal),
  },
  {
    name: 'no test is left out, or runs alone',
    appliesTo: (file) => /\.(test|proof)\.ts$/.test(file),
    breaches: (source) =>
      nodesOf(source).filter((node) => isCallOn(node, /^(it|test|describe)\.(only|skip|todo|failing)$/)),
  },
  {
    name: 'a mock of a class is restored',
    appliesTo: (file) => file.startsWith('test/'),
    breaches: (source) => (source.text.includes('.restore()') ? [] : nodesOf(source).filter(mocksClass)),
  },
  {
    name: 'the portal joins texts by pieces/isolated.ts',
    appliesTo: (file) =>
      file.startsWith('portal/src/') && !/^portal\/src\/pieces\/(isolated\.ts|joined\.tsx)$/.test(file),
    breaches: (source) => nodesOf(source).filter(joinsTexts),
  },
  {
    name: 'a hook that suites share is in a function that they call',
    appliesTo: (file) => /^(test|tools)\//.test(file) && !/\.(test|proof)\.ts$/.test(file),
    breaches: (source) => source.statements.filter(isLooseHook),
  },
];

/** What breaks a rule in a file, as `file:line: rule: text`. */
export const breachesOf = (file: string, text: string): readonly string[] => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2024, true);
  return sourceRules
    .filter((rule) => rule.appliesTo(file))
    .flatMap((rule) =>
      rule.breaches(source).map((node) => {
        const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
        return `${file}:${line}: ${rule.name}`;
      }),
    );
};
