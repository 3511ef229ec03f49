import { invalid } from './refusals.ts';

/** Names (or placeholders of names) and indexes of lists, from the item inwards. */
export type Path = readonly (string | number)[];

export type Comparator = '=' | '<>' | '<' | '<=' | '>' | '>=';

export type Operand =
  | { readonly kind: 'path'; readonly path: Path }
  | { readonly kind: 'value'; readonly name: string }
  | { readonly kind: 'size'; readonly of: Operand };

export type Condition =
  | { readonly kind: 'and' | 'or'; readonly left: Condition; readonly right: Condition }
  | { readonly kind: 'not'; readonly condition: Condition }
  | { readonly kind: 'compare'; readonly by: Comparator; readonly left: Operand; readonly right: Operand }
  | { readonly kind: 'between'; readonly operand: Operand; readonly lower: Operand; readonly upper: Operand }
  | { readonly kind: 'in'; readonly operand: Operand; readonly options: readonly Operand[] }
  | { readonly kind: 'attribute_exists' | 'attribute_not_exists'; readonly path: Path }
  | {
      readonly kind: 'attribute_type' | 'begins_with' | 'contains';
      readonly operand: Operand;
      readonly other: Operand;
    };

export type Source =
  | Exclude<Operand, { readonly kind: 'size' }>
  | { readonly kind: 'if_not_exists'; readonly path: Path; readonly otherwise: Source }
  | { readonly kind: 'list_append'; readonly left: Source; readonly right: Source }
  | { readonly kind: 'plus' | 'minus'; readonly left: Source; readonly right: Source };

export type Action =
  | { readonly kind: 'set'; readonly path: Path; readonly source: Source }
  | { readonly kind: 'remove'; readonly path: Path }
  | { readonly kind: 'add' | 'delete'; readonly path: Path; readonly value: string };

/** A parsed expression, with the placeholders that it uses. */
export interface Parsed<T> {
  readonly tree: T;
  readonly names: readonly string[];
  readonly values: readonly string[];
}

const token = /\s*(?:([A-Za-z_][A-Za-z0-9_]*|[#:][A-Za-z0-9_]+|\d+)|(<>|<=|>=|[=<>()[\],.+-]))/y;

const tokensOf = (text: string): readonly string[] => {
  const tokens: string[] = [];
  const end = text.trimEnd().length;
  token.lastIndex = 0;
  while (token.lastIndex < end) {
    const from = token.lastIndex;
    const match = token.exec(text);
    if (match === null) throw invalid(`syntax error at ${text.slice(from)}`);
    tokens.push(match[1] ?? match[2] ?? '');
  }
  return tokens;
};

const comparators: readonly string[] = ['=', '<>', '<', '<=', '>', '>='] satisfies readonly Comparator[];
const isComparator = (text: string): text is Comparator => comparators.includes(text);

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.html */
class Parser {
  readonly tokens: readonly string[];
  #at = 0;
  /** The ends of conditions in parentheses by their beginnings: DynamoDB refuses redundant ones. */
  readonly #groups = new Map<number, number>();

  constructor(text: string) {
    this.tokens = tokensOf(text);
  }

  refuse(): never {
    throw invalid(`syntax error at ${this.tokens.slice(this.#at).join(' ')}`);
  }

  #next = (): string => this.tokens[this.#at] ?? '';

  #take(): string {
    const taken = this.#next();
    this.#at += 1;
    return taken;
  }

  /** Takes the token if it comes next. Keywords may have any case. */
  #takes(wanted: string): boolean {
    const isNext = this.#next().toUpperCase() === wanted;
    if (isNext) this.#at += 1;
    return isNext;
  }

  #require(wanted: string): void {
    if (!this.#takes(wanted)) this.refuse();
  }

  #list<T>(one: () => T): readonly T[] {
    const all = [one()];
    while (this.#takes(',')) all.push(one());
    return all;
  }

  end(): void {
    if (this.#at < this.tokens.length) this.refuse();
  }

  #name(): string {
    if (!/^[#A-Za-z_]/.test(this.#next())) this.refuse();
    return this.#take();
  }

  readonly path = (): Path => {
    const path: (string | number)[] = [this.#name()];
    for (;;) {
      if (this.#takes('.')) path.push(this.#name());
      else if (this.#takes('[')) {
        if (!/^\d+$/.test(this.#next())) this.refuse();
        path.push(Number(this.#take()));
        this.#require(']');
      } else return path;
    }
  };

  readonly #value = (): string => {
    if (!this.#next().startsWith(':')) this.refuse();
    return this.#take();
  };

  #isCall = (name: string): boolean => this.#next() === name && this.tokens[this.#at + 1] === '(';

  #call<T>(inside: () => T): T {
    this.#at += 2;
    const result = inside();
    this.#require(')');
    return result;
  }

  readonly #operand = (): Operand => {
    if (this.#isCall('size')) return { kind: 'size', of: this.#call(this.#operand) };
    if (this.#next().startsWith(':')) return { kind: 'value', name: this.#value() };
    return { kind: 'path', path: this.path() };
  };

  readonly condition = (): Condition => {
    let left = this.#conjunction();
    while (this.#takes('OR')) left = { kind: 'or', left, right: this.#conjunction() };
    return left;
  };

  #conjunction(): Condition {
    let left = this.#negation();
    while (this.#takes('AND')) left = { kind: 'and', left, right: this.#negation() };
    return left;
  }

  #negation(): Condition {
    return this.#takes('NOT') ? { kind: 'not', condition: this.#negation() } : this.#primary();
  }

  #primary(): Condition {
    if (this.#takes('(')) {
      const start = this.#at;
      const inside = this.condition();
      if (this.#groups.get(start + 1) === this.#at) this.refuse();
      this.#require(')');
      this.#groups.set(start, this.#at);
      return inside;
    }
    for (const kind of ['attribute_exists', 'attribute_not_exists'] as const) {
      if (this.#isCall(kind)) return { kind, path: this.#call(this.path) };
    }
    for (const kind of ['attribute_type', 'begins_with', 'contains'] as const) {
      if (!this.#isCall(kind)) continue;
      return this.#call(() => {
        const operand = this.#operand();
        this.#require(',');
        return { kind, operand, other: this.#operand() };
      });
    }
    return this.#comparison(this.#operand());
  }

  #comparison(operand: Operand): Condition {
    if (this.#takes('BETWEEN')) {
      const lower = this.#operand();
      this.#require('AND');
      return { kind: 'between', operand, lower, upper: this.#operand() };
    }
    if (this.#takes('IN')) {
      this.#require('(');
      const options = this.#list(this.#operand);
      this.#require(')');
      return { kind: 'in', operand, options };
    }
    const by = this.#next();
    if (!isComparator(by)) return this.refuse();
    this.#at += 1;
    return { kind: 'compare', by, left: operand, right: this.#operand() };
  }

  readonly #source = (): Source => {
    if (this.#isCall('if_not_exists')) {
      return this.#call(() => {
        const path = this.path();
        this.#require(',');
        return { kind: 'if_not_exists', path, otherwise: this.#source() };
      });
    }
    if (this.#isCall('list_append')) {
      return this.#call(() => {
        const left = this.#source();
        this.#require(',');
        return { kind: 'list_append', left, right: this.#source() };
      });
    }
    return this.#next().startsWith(':') ? { kind: 'value', name: this.#value() } : { kind: 'path', path: this.path() };
  };

  readonly #set = (): Action => {
    const path = this.path();
    this.#require('=');
    const left = this.#source();
    if (this.#takes('+')) return { kind: 'set', path, source: { kind: 'plus', left, right: this.#source() } };
    if (this.#takes('-')) return { kind: 'set', path, source: { kind: 'minus', left, right: this.#source() } };
    return { kind: 'set', path, source: left };
  };

  readonly update = (): readonly Action[] => {
    const clauses: Readonly<Record<string, () => Action>> = {
      SET: this.#set,
      REMOVE: () => ({ kind: 'remove', path: this.path() }),
      ADD: () => ({ kind: 'add', path: this.path(), value: this.#value() }),
      DELETE: () => ({ kind: 'delete', path: this.path(), value: this.#value() }),
    };
    const used = new Set<string>();
    const actions: Action[] = [];
    do {
      const name = this.#next().toUpperCase();
      const clause = clauses[name];
      if (clause === undefined || used.has(name)) return this.refuse();
      used.add(name);
      this.#at += 1;
      actions.push(...this.#list(clause));
    } while (this.#at < this.tokens.length);
    return actions;
  };

  readonly projection = (): readonly Path[] => this.#list(this.path);
}

/** Each text is parsed once. */
const cached = <T>(parse: (parser: Parser) => T): ((text: string) => Parsed<T>) => {
  const known = new Map<string, Parsed<T>>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const parser = new Parser(text);
    const tree = parse(parser);
    parser.end();
    const starting = (sign: string): readonly string[] => parser.tokens.filter((one) => one.startsWith(sign));
    const parsed = { tree, names: starting('#'), values: starting(':') };
    known.set(text, parsed);
    return parsed;
  };
};

export const parseCondition = cached((parser) => parser.condition());
export const parseUpdate = cached((parser) => parser.update());
export const parseProjection = cached((parser) => parser.projection());
