import ts from 'typescript';
import { conditionTerms, type Span } from './condition-terms.ts';

export type Mutator =
  | 'condition term'
  | 'condition boundary'
  | 'refuse removed'
  | 'ttl removed'
  | 'ttl shortened'
  | 'boundary'
  | 'always true'
  | 'always false'
  | 'guard removed';

/** A file with one change, which breaks a rule unless it is equivalent. */
export interface Mutant extends Span {
  readonly file: string;
  readonly line: number;
  /** The declaration of the file that it lies in. */
  readonly within: string;
  readonly mutator: Mutator;
  readonly before: string;
  readonly after: string;
}

type Change = Span & Pick<Mutant, 'mutator' | 'after'>;

/** DynamoDB refuses a request with a name or a value that no expression uses, so a term is made true and stays. */
const madeTrue = (term: string): string => `(${term} OR attribute_exists(pk) OR attribute_not_exists(pk))`;

const otherBoundary: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };

const otherExpressions = new Set(['KeyConditionExpression', 'FilterExpression', 'UpdateExpression']);

const nameOf = (node: ts.Node): string =>
  ts.isPropertyAssignment(node) && (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name)) ? node.name.text : '';

const inConditions = function* (node: ts.Node, text: string): Generator<Change> {
  if (!ts.isStringLiteral(node) && !ts.isNoSubstitutionTemplateLiteral(node) && !ts.isTemplateExpression(node)) return;
  if (ts.findAncestor(node, (one) => otherExpressions.has(nameOf(one))) !== undefined) return;
  const from = node.getStart() + 1;
  for (const term of conditionTerms(text.slice(from, node.end - 1))) {
    const [start, end] = [from + term.start, from + term.end];
    const shown = text.slice(start, end);
    yield { start, end, mutator: 'condition term', after: madeTrue(shown) };
    for (const { 1: operator = '', index } of shown.matchAll(/ ([<>]=?) (?=[:#])/g))
      yield {
        start: start + index + 1,
        end: start + index + 1 + operator.length,
        mutator: 'condition boundary',
        after: otherBoundary[operator] ?? operator,
      };
  }
};

const inClauses = function* (node: ts.Node): Generator<Change> {
  const isShort = ts.isShorthandPropertyAssignment(node);
  if (!isShort && !ts.isPropertyAssignment(node)) return;
  const name = isShort ? node.name.text : nameOf(node);
  const whole = { start: node.getStart(), end: node.end };
  // An empty spread, so that the comma after it stays right.
  if (name === 'refuse') yield { ...whole, mutator: 'refuse removed', after: '...{}' };
  if (name === 'ttl') yield { ...whole, mutator: 'ttl removed', after: '...{}' };
  if ((name !== 'ttl' && name !== ':ttl') || isShort || ts.isStringLiteral(node.initializer)) return;
  const { initializer } = node;
  const after = `((ttl) => ttl && ttl - 86_400)(${initializer.getText()})`;
  yield { start: initializer.getStart(), end: initializer.end, mutator: 'ttl shortened', after };
};

/** What a comparison of times, leases and revisions has in its name. */
const ordered =
  /\b(now|at|until|since|before|after|deadline|time|began|started|ended|tat|due|lease|revision|fence|version)\b|(_at|_until|At|Until|Since|Due|Time|Expiry|Lease|Revision|Fence|Version)\b/;

const identifying =
  /(\b|_)(id|revision|lease|fence|version|holder|role|scope|token|owner)$|(Id|Revision|Lease|Fence|Version|Holder|Role|Scope|Token|Owner)$/;

const isConstant = (node: ts.Expression): boolean =>
  node.kind === ts.SyntaxKind.NullKeyword || ts.isNumericLiteral(node) || node.getText() === 'undefined';

/** The answer with which a comparison of identities or roles checks nothing; null for another expression. */
const unchecked = (node: ts.Node): boolean | null => {
  if (ts.isCallExpression(node) && /\.(has|includes)$/.test(node.expression.getText()))
    return /scope|role|caller/i.test(node.getText()) ? true : null;
  if (!ts.isBinaryExpression(node) || isConstant(node.left) || isConstant(node.right)) return null;
  if (![node.left, node.right].some((side) => identifying.test(side.getText()))) return null;
  if (node.operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken) return true;
  return node.operatorToken.kind === ts.SyntaxKind.ExclamationEqualsEqualsToken ? false : null;
};

const inComparisons = function* (node: ts.Node): Generator<Change> {
  const whole = { start: node.getStart(), end: node.end };
  const answer = unchecked(node);
  if (answer !== null) yield { ...whole, mutator: answer ? 'always true' : 'always false', after: String(answer) };
  if (!ts.isBinaryExpression(node)) return;
  const { operatorToken: operator } = node;
  const after = otherBoundary[operator.getText()];
  if (after === undefined || ![node.left, node.right].some((side) => ordered.test(side.getText()))) return;
  yield { start: operator.getStart(), end: operator.end, mutator: 'boundary', after };
  yield { ...whole, mutator: 'always true', after: 'true' };
  yield { ...whole, mutator: 'always false', after: 'false' };
};

const inGuards = function* (node: ts.Node): Generator<Change> {
  if (!ts.isIfStatement(node) || !ts.isThrowStatement(node.thenStatement)) return;
  const { expression } = node;
  if (Array.from(inComparisons(expression)).some(({ after }) => after === 'false')) return;
  yield { start: expression.getStart(), end: expression.end, mutator: 'guard removed', after: 'false' };
};

const withinOf = (node: ts.Node): string => {
  const top = ts.findAncestor(node, ({ parent }) => ts.isSourceFile(parent));
  if (top === undefined) return '';
  if (ts.isVariableStatement(top)) return top.declarationList.declarations[0]?.name.getText() ?? '';
  return ts.isFunctionDeclaration(top) || ts.isClassDeclaration(top) ? (top.name?.text ?? '') : '';
};

/** The mutants of a source. */
export const mutantsOf = (file: string, text: string): readonly Mutant[] => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
  const mutants: Mutant[] = [];
  const visit = (node: ts.Node): void => {
    for (const change of [...inConditions(node, text), ...inClauses(node), ...inComparisons(node), ...inGuards(node)])
      mutants.push({
        ...change,
        file,
        line: source.getLineAndCharacterOfPosition(change.start).line + 1,
        within: withinOf(node),
        before: text.slice(change.start, change.end),
      });
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return mutants;
};
