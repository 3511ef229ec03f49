import ts from 'typescript';
import type { ApiLine } from '../compatible/api-page.ts';

type Lines = readonly ApiLine[];

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** With the quotes of JSON. */
const quoted = (text: string): string => flat(text).replaceAll(/^'(.*)'$/g, '"$1"');

/** A type: the words of its line, and the lines within it. */
interface Described {
  readonly types: readonly string[];
  readonly inner: Lines;
}

const opaque = (node: ts.Node): Described => ({ types: [quoted(node.getText())], inner: [] });

const memberPath = (path: string, name: ts.PropertyName): string => {
  if (ts.isIdentifier(name)) return `${path}.${name.text}`;
  return ts.isStringLiteral(name) ? `${path}["${name.text}"]` : `${path}.${flat(name.getText())}`;
};

const line = (path: string, isOptional: boolean, { types, inner }: Described): Lines => [
  { path, isOptional, types: isOptional ? types.filter((type) => type !== 'undefined') : types },
  ...inner,
];

/** The lines within the members of a union. What only some of its objects have may be absent. */
const merged = (all: readonly Lines[], path: string): Lines => {
  const isMember = (one: ApiLine): boolean => /^[.[]["\w]/.test(one.path.slice(path.length));
  const objects = all.filter((lines) => lines.some(isMember)).length;
  return Array.from(
    Map.groupBy(all.flat(), (one) => one.path),
    ([at, lines]) => ({
      path: at,
      isOptional: lines.some((one) => one.isOptional || (isMember(one) && lines.length < objects)),
      types: [...new Set(lines.flatMap(({ types }) => types))],
    }),
  );
};

const described = (node: ts.TypeNode | undefined, path: string): Described => {
  if (node === undefined) return { types: ['unknown'], inner: [] };
  if (ts.isParenthesizedTypeNode(node)) return described(node.type, path);
  if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.ReadonlyKeyword) return described(node.type, path);
  if (ts.isUnionTypeNode(node)) {
    const all = node.types.map((type) => described(type, path));
    return {
      types: [...new Set(all.flatMap(({ types }) => types))],
      inner: merged(
        all.map(({ inner }) => inner),
        path,
      ),
    };
  }
  if (ts.isArrayTypeNode(node))
    return { types: ['array'], inner: line(`${path}[]`, false, described(node.elementType, `${path}[]`)) };
  if (ts.isTypeLiteralNode(node)) return { types: ['object'], inner: memberLines(node.members, path) };
  if (ts.isFunctionTypeNode(node)) return functionType(node, path);
  return opaque(node);
};

/** A function. Its parameters have their places: they may get other names. */
const functionType = (node: ts.SignatureDeclaration, path: string): Described => {
  const generic = node.typeParameters?.map((one) => flat(one.getText())).join(', ');
  return {
    types: [generic === undefined ? 'function' : `function<${generic}>`],
    inner: [
      ...node.parameters.flatMap((one, index) => {
        const at = `${path}(${index + 1})`;
        const isOptional = one.questionToken !== undefined || one.initializer !== undefined;
        return line(at, isOptional, described(one.type, at));
      }),
      ...line(`${path}()`, false, described(node.type, `${path}()`)),
    ],
  };
};

const isPrivate = (member: ts.Node): boolean =>
  (ts.isPropertyDeclaration(member) || ts.isMethodDeclaration(member)) &&
  (ts.isPrivateIdentifier(member.name) ||
    (member.modifiers ?? []).some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword));

const memberLines = (members: readonly (ts.TypeElement | ts.ClassElement)[], path: string): Lines =>
  members.flatMap((member): Lines => {
    if (isPrivate(member)) return [];
    if (ts.isConstructorDeclaration(member))
      return functionType(member, path).inner.filter((one) => one.path !== `${path}()`);
    if (ts.isPropertySignature(member) || ts.isPropertyDeclaration(member)) {
      const at = memberPath(path, member.name);
      const type =
        ts.isPropertyDeclaration(member) && member.type === undefined && member.initializer !== undefined
          ? opaque(member.initializer)
          : described(member.type, at);
      return line(at, member.questionToken !== undefined, type);
    }
    if (ts.isMethodSignature(member) || ts.isMethodDeclaration(member)) {
      const at = memberPath(path, member.name);
      return line(at, member.questionToken !== undefined, functionType(member, at));
    }
    return [{ path: `${path}.${flat(member.getText())}`, isOptional: false, types: ['unknown'] }];
  });

/** The parameters of a generic type: other ones break who gives them. */
const genericLines = (
  { typeParameters }: ts.TypeAliasDeclaration | ts.ClassDeclaration | ts.InterfaceDeclaration,
  path: string,
): Lines =>
  typeParameters === undefined
    ? []
    : [{ path: `${path}<>`, isOptional: false, types: [typeParameters.map((one) => flat(one.getText())).join(', ')] }];

const heritageOf = (node: ts.ClassDeclaration | ts.InterfaceDeclaration): string =>
  (node.heritageClauses ?? []).map((clause) => ` ${flat(clause.getText())}`).join('');

/** A constant: its type, its function, or each member of the object that it is. */
const constantLines = (type: ts.TypeNode | undefined, value: ts.Expression | undefined, path: string): Lines => {
  if (type !== undefined) return line(path, false, described(type, path));
  if (value === undefined) return [];
  if (ts.isAsExpression(value) || ts.isSatisfiesExpression(value))
    return constantLines(undefined, value.expression, path);
  if (ts.isArrowFunction(value)) return line(path, false, functionType(value, path));
  if (!ts.isObjectLiteralExpression(value)) return line(path, false, opaque(value));
  const members = value.properties.flatMap((member) =>
    ts.isPropertyAssignment(member) ? constantLines(undefined, member.initializer, memberPath(path, member.name)) : [],
  );
  return [{ path, isOptional: false, types: ['object'] }, ...members];
};

const isExported = (node: ts.Statement): boolean =>
  ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

/** What a module exports, each name with its lines. */
export const declaredLines = (module: string, text: string): ReadonlyMap<string, Lines> => {
  const source = ts.createSourceFile(`${module}.ts`, text, ts.ScriptTarget.ES2024, true);
  const lines = new Map<string, Lines>();
  for (const node of source.statements.filter(isExported)) {
    if (ts.isVariableStatement(node)) {
      for (const { name, type, initializer } of node.declarationList.declarations)
        lines.set(name.getText(), constantLines(type, initializer, `${module}/${name.getText()}`));
      continue;
    }
    if (ts.isTypeAliasDeclaration(node)) {
      const path = `${module}/${node.name.text}`;
      lines.set(node.name.text, [...line(path, false, described(node.type, path)), ...genericLines(node, path)]);
    } else if (ts.isFunctionDeclaration(node) && node.name !== undefined) {
      const path = `${module}/${node.name.text}`;
      lines.set(node.name.text, line(path, false, functionType(node, path)));
    } else if ((ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) && node.name !== undefined) {
      const path = `${module}/${node.name.text}`;
      const kind = ts.isClassDeclaration(node) ? 'class' : 'object';
      const types = [`${kind}${heritageOf(node)}`];
      lines.set(node.name.text, [
        { path, isOptional: false, types },
        ...genericLines(node, path),
        ...memberLines(node.members, path),
      ]);
    } else throw new Error(`${module} exports what the page of public types can't describe: ${flat(node.getText())}`);
  }
  return lines;
};
