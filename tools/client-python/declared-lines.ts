import { splitOutside, type ApiLine } from '../compatible/api-page.ts';
import type { Block } from './python-lines.ts';

type Lines = readonly ApiLine[];

/** What a module declares, each name with its block and its decorators. */
export interface Declaration {
  readonly module: string;
  readonly name: string;
  readonly block: Block;
  readonly decorators: readonly string[];
}

const decoratedOf = (blocks: readonly Block[]): readonly Omit<Declaration, 'module' | 'name'>[] => {
  let decorators: readonly string[] = [];
  return blocks.flatMap((block) => {
    if (block.text.startsWith('@')) {
      decorators = [...decorators, block.text];
      return [];
    }
    const found = { block, decorators };
    decorators = [];
    return [found];
  });
};

/** The names of a module; those that begin with an underscore are here too. */
export const declarationsOf = (module: string, blocks: readonly Block[]): readonly Declaration[] =>
  decoratedOf(blocks).flatMap((one) => {
    const name = /^(?:class |(?:async )?def )?(\w+)/.exec(one.block.text)?.[1];
    return name !== undefined && /^(class |(async )?def |\w+(: [^=]+)? = )/.test(one.block.text)
      ? [{ module, name, ...one }]
      : [];
  });

interface Described {
  readonly types: readonly string[];
  readonly inner: Lines;
}

const line = (path: string, isOptional: boolean, { types, inner }: Described): Lines => [
  { path, isOptional, types },
  ...inner,
];

const within = (text: string, name: string): string | undefined =>
  text.startsWith(`${name}[`) && text.endsWith(']') ? text.slice(name.length + 1, -1) : undefined;

const describedOne = (text: string, path: string): Described => {
  const values = within(text, 'Literal');
  if (values !== undefined) return { types: splitOutside(values, ','), inner: [] };
  const options = within(text, 'Union');
  if (options !== undefined) return described(splitOutside(options, ',').join(' | '), path);
  const item = within(text, 'list');
  if (item !== undefined) return { types: ['list'], inner: line(`${path}[]`, false, described(item, `${path}[]`)) };
  const [parameters, result] = splitOutside(within(text, 'Callable') ?? '', ',');
  if (parameters === undefined || result === undefined) return { types: [text], inner: [] };
  const given = splitOutside(parameters.slice(1, -1), ',').flatMap((type, index) =>
    line(`${path}(${index + 1})`, false, described(type, `${path}(${index + 1})`)),
  );
  return { types: ['Callable'], inner: [...given, ...line(`${path}()`, false, described(result, `${path}()`))] };
};

const described = (text: string, path: string): Described => {
  const all = splitOutside(text, ' | ').map((one) => describedOne(one, path));
  return { types: [...new Set(all.flatMap(({ types }) => types))], inner: all.flatMap(({ inner }) => inner) };
};

interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly hasDefault: boolean;
  /** From 1; null: by its name only. */
  readonly place: number | null;
}

const parametersOf = (text: string): readonly Parameter[] => {
  const all = splitOutside(text, ',').filter((one) => one !== 'self');
  const star = all.indexOf('*');
  return all.flatMap((one, index) => {
    const [, name, type, initial] = /^(\w+): (.+?)( = .+)?$/.exec(one) ?? [];
    if (name === undefined || type === undefined) return [];
    const isByName = star !== -1 && index > star;
    return [{ name, type, hasDefault: initial !== undefined, place: isByName ? null : index + 1 }];
  });
};

/** @throws Error on a definition without a type of its result */
const signatureOf = (text: string): { readonly parameters: readonly Parameter[]; readonly result: string } => {
  const [, parameters, result] = /^(?:async )?def \w+\((.*)\) -> (.+?):(?: \.\.\.)?$/.exec(text) ?? [];
  if (parameters === undefined || result === undefined) throw new Error(`not a definition with its types: ${text}`);
  return { parameters: parametersOf(parameters), result };
};

const parameterLines = (parameters: readonly Parameter[], path: string): Lines =>
  parameters.flatMap(({ name, type, hasDefault, place }) => {
    const at = `${path}(${place === null ? '' : `${place} `}${name})`;
    return line(at, hasDefault, described(type, at));
  });

const functionLines = (text: string, path: string): Lines => {
  const { parameters, result } = signatureOf(text);
  return [
    { path, isOptional: false, types: [text.startsWith('async ') ? 'async function' : 'function'] },
    ...parameterLines(parameters, path),
    ...line(`${path}()`, false, described(result, `${path}()`)),
  ];
};

/** `self.status = status`: a public attribute, of the type of the parameter, or of the class that is called. */
const attributeLines = (body: readonly Block[], parameters: readonly Parameter[], path: string): Lines =>
  body.flatMap(({ text }) => {
    const [, name, value] = /^self\.([a-z]\w*) = (.+)$/.exec(text) ?? [];
    if (name === undefined || value === undefined) return [];
    const type = parameters.find((one) => one.name === value)?.type ?? /^([A-Z]\w*)\(/.exec(value)?.[1] ?? 'Any';
    return line(`${path}.${name}`, false, described(type, `${path}.${name}`));
  });

const initialLines = ({ text, inner }: Block, path: string): Lines => {
  const { parameters } = signatureOf(text);
  return [...parameterLines(parameters, path), ...attributeLines(inner, parameters, path)];
};

/** Of a base class within the package that is not public, or whose module is not. */
type Inherited = (base: string) => Declaration | undefined;

const unseen = new Set(['__str__', '__repr__']);

const basesOf = (text: string): readonly string[] => splitOutside(/^class \w+\((.*)\):$/.exec(text)?.[1] ?? '', ',');

const isTypedDict = (text: string, inherited: Inherited): boolean =>
  basesOf(text).some((base) => base === 'TypedDict' || isTypedDict(inherited(base)?.block.text ?? '', inherited));

const memberLines = ({ block }: Declaration, path: string, inherited: Inherited): Lines => {
  const isPartial = basesOf(block.text).includes('total=False');
  const own = decoratedOf(block.inner).flatMap((one): Lines => {
    const { text } = one.block;
    const [, defined] = /^(?:async )?def (\w+)\(/.exec(text) ?? [];
    // The definition after the overloads has all parameters.
    if (one.decorators.includes('@overload')) return [];
    if (defined === '__init__') return initialLines(one.block, path);
    if (defined !== undefined) {
      if (unseen.has(defined) || /^_[^_]/.test(defined)) return [];
      const at = `${path}.${defined}`;
      if (one.decorators.includes('@property')) return line(at, false, described(signatureOf(text).result, at));
      return functionLines(text, at);
    }
    const [, field, type, initial] = /^([a-z]\w*): (.+?)( = .+)?$/.exec(text) ?? [];
    if (field === undefined || type === undefined) return [];
    return line(`${path}.${field}`, isPartial || initial !== undefined, described(type, `${path}.${field}`));
  });
  const bases = basesOf(block.text).flatMap((base) => inherited(base) ?? []);
  return [...bases.flatMap((base) => memberLines(base, path, inherited)), ...own];
};

const classLines = (declaration: Declaration, path: string, inherited: Inherited): Lines => {
  const { text } = declaration.block;
  const bases = basesOf(text).filter(
    (base) => inherited(base) === undefined && !base.includes('=') && base !== 'TypedDict',
  );
  const kind = declaration.decorators.some((one) => one.startsWith('@dataclass')) ? 'dataclass' : 'class';
  const types = isTypedDict(text, inherited) ? ['TypedDict'] : [[kind, ...bases].join(' ')];
  return [{ path, isOptional: false, types }, ...memberLines(declaration, path, inherited)];
};

const constantLines = (text: string, path: string): Lines => {
  const [, type, value = ''] = /^\w+(?:: ([^=]+))? = (.+)$/.exec(text) ?? [];
  if (value.startsWith('TypeVar(')) return [];
  const called = /^([A-Za-z]\w*)\(/.exec(value)?.[1];
  return line(path, false, described(type ?? called ?? value, path));
};

/** The lines of a public name. */
export const declaredLines = (declaration: Declaration, inherited: Inherited): Lines => {
  const { module, name, block } = declaration;
  const path = `${module}/${name}`;
  if (block.text.startsWith('class ')) return classLines(declaration, path, inherited);
  return /^(async )?def /.test(block.text) ? functionLines(block.text, path) : constantLines(block.text, path);
};
