import { bodyBytes, queryText, type Draft } from './draft.ts';

/** A fault of the service, with the first request that showed it. */
export interface Finding {
  readonly what: string;
  readonly request: string;
  readonly detail: string;
  times: number;
}

const most = 400;

const shortened = (text: string): string => (text.length > most ? `${text.slice(0, most)}… (${text.length})` : text);

/** The request in a readable form, which can be copied into a test. */
const describe = (draft: Draft): string =>
  [
    `${draft.method} ?${shortened(queryText(draft))}`,
    shortened(JSON.stringify(draft.headers)),
    shortened(JSON.stringify(bodyBytes(draft).toString('utf8'))),
    `(${draft.changes.join(', ')})`,
  ].join('\n    ');

export class Findings {
  readonly #found = new Map<string, Finding>();

  add(what: string, draft: Draft, detail: string): void {
    this.#note(`${draft.route.route}: ${what}`, () => describe(draft), detail);
  }

  /** Adds a finding of a request that is not a draft, or of no certain request. */
  addOther(what: string, request: string, detail: string): void {
    this.#note(what, () => request, detail);
  }

  #note(what: string, request: () => string, detail: string): void {
    const known = this.#found.get(what);
    if (known === undefined) this.#found.set(what, { what, request: request(), detail: shortened(detail), times: 1 });
    else known.times += 1;
  }

  get all(): readonly Finding[] {
    return Array.from(this.#found.values());
  }
}
