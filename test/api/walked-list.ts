import { z } from 'zod';
import type { ChangedPartner } from './changed-partner.ts';

const shownPage = z.object({
  items: z.array(z.union([z.object({ customer_id: z.string() }), z.object({ id: z.string() })])),
  total: z.int(),
  pages: z.int().optional(),
  next_cursor: z.string().nullable().optional(),
});

const idsOf = ({ items }: z.infer<typeof shownPage>): readonly string[] =>
  items.map((item) => ('customer_id' in item ? item.customer_id : item.id));

/** A walk through a list, page by page, and which ids the list has between its pages. */
export class WalkedList {
  readonly #partner: ChangedPartner;
  readonly #route: string;
  readonly #filter: Readonly<Record<string, string>>;
  readonly #by: 'cursor' | 'page';
  readonly #met: string[] = [];
  /** The ids that the list always had since the walk began. */
  #always: ReadonlySet<string> | null = null;
  #next: string | null;

  constructor(
    partner: ChangedPartner,
    [route, filter]: readonly [string, Readonly<Record<string, string>>],
    by: 'cursor' | 'page',
  ) {
    [this.#partner, this.#route, this.#filter, this.#by] = [partner, route, filter, by];
    this.#next = by === 'cursor' ? '' : '1';
  }

  async #read(query: Readonly<Record<string, string>>): Promise<z.infer<typeof shownPage>> {
    const body = await this.#partner.list(this.#route, { ...this.#filter, ...query });
    return body['error'] === undefined ? shownPage.parse(body) : { items: [], total: 0, pages: 0, next_cursor: null };
  }

  /** Notes what the list has now. */
  async note(): Promise<void> {
    const now = new Set(idsOf(await this.#read({ page_size: '200' })));
    this.#always = this.#always === null ? now : new Set([...this.#always].filter((id) => now.has(id)));
  }

  /** Reads the next page. @returns whether there is one after it */
  async step(size: number): Promise<boolean> {
    if (this.#next === null) return false;
    const page = await this.#read({ [this.#by]: this.#next, page_size: String(size) });
    const ids = idsOf(page);
    if (page.total < ids.length) throw new Error(`a total of ${page.total}, and ${ids.length} items`);
    this.#met.push(...ids);
    const number = Number(this.#next);
    if (this.#by === 'cursor') this.#next = page.next_cursor ?? null;
    else this.#next = number < (page.pages ?? 0) ? String(number + 1) : null;
    return this.#next !== null;
  }

  /** What the walk did not meet though the list always had it, and what it met twice. */
  faults(): readonly string[] {
    const met = new Set(this.#met);
    const missed = [...(this.#always ?? [])].filter((id) => !met.has(id));
    const doubled = this.#met.filter((id, place) => this.#met.indexOf(id) !== place);
    const of = `${this.#route} ${JSON.stringify(this.#filter)}`;
    return [...missed.map((id) => `${of} missed ${id}`), ...doubled.map((id) => `${of} doubled ${id}`)];
  }
}
