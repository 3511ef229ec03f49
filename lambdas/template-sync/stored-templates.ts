import { commitTelling, notificationClauses } from '../store/notifications/notifications.ts';
import type { Notification } from '../domain/notification.ts';
import type { PlatformChange, TemplateContent } from '../domain/platform-change.ts';
import {
  afterUpdate,
  afterPage,
  type PageTime,
  type TemplateFacts,
  type TemplateRecord,
  type TemplateRow,
} from '../domain/template.ts';
import { templateNotifications } from '../domain/template-notifications.ts';
import type { Milliseconds } from '../domain/time.ts';
import { Contended, persist } from '../store/table/commit.ts';
import { emptyChunk, recordsOf, writtenChunk, type Chunk } from '../store/templates/chunk.ts';
import { chunkClause, chunkNumberOf, readChunk, writeChunk } from '../store/templates/directory.ts';
import type { TableDeps } from '../instances/instance-deps.ts';

/** Chunks written at once. */
const concurrency = 8;
/** Two writes each beside the chunk's own; DynamoDB takes 100 in a transaction. */
const mostNotifications = 40;

type TemplateChange = PlatformChange<TemplateContent>;

interface Rewrite {
  readonly records: readonly TemplateRecord[];
  readonly notifications: readonly Notification[];
}

/** What is kept of a business account's templates, as a pass works on it. */
export class StoredTemplates {
  readonly #deps: TableDeps;
  readonly #partnerId: string;
  readonly #wabaId: string;
  readonly #chunks: Map<number, Chunk>;

  constructor(deps: TableDeps, partnerId: string, wabaId: string, chunks: readonly Chunk[]) {
    this.#deps = deps;
    this.#partnerId = partnerId;
    this.#wabaId = wabaId;
    this.#chunks = new Map(chunks.map((chunk) => [chunk.number, chunk]));
  }

  /** Takes in what a page lists; chunks in which nothing differs are not written. */
  async takeIn(templates: readonly TemplateFacts[], time: PageTime): Promise<void> {
    const byChunk = Map.groupBy(templates, ({ name }) => chunkNumberOf(name));
    await this.#eachOf(Array.from(byChunk), ([number, listed]) =>
      this.#rewrite(number, (chunk) => this.#withPage(chunk, listed, time)),
    );
    const homes = new Map(templates.map(({ id, name }) => [id, chunkNumberOf(name)]));
    await this.#keep((row, number) => (homes.get(row.id) ?? number) === number);
  }

  /**
   * Takes in what callbacks told.
   * @returns the ids of templates that are not known here
   */
  async apply(content: readonly TemplateChange[], confirmedAt: Milliseconds): Promise<ReadonlySet<string>> {
    const unknown = new Set<string>();
    const inOrder = content.toSorted((left, right) => left.at - right.at);
    const byChunk = Map.groupBy(inOrder, (change) => this.#homeOf(change));
    await this.#eachOf(Array.from(byChunk), async ([number, changes]) => {
      if (number === null) for (const { content: of } of changes) unknown.add(of.templateId);
      else await this.#rewrite(number, (chunk) => this.#withNews(chunk, changes, confirmedAt, unknown));
    });
    return unknown;
  }

  /** Removes the templates that a whole pass did not list. */
  keepOnly(listed: ReadonlySet<string>): Promise<void> {
    return this.#keep(({ id }) => listed.has(id));
  }

  count(which: (row: TemplateRow) => boolean = () => true): number {
    let counted = 0;
    for (const { rows } of this.#chunks.values()) counted += rows.filter(which).length;
    return counted;
  }

  async #keep(isKept: (row: TemplateRow, number: number) => boolean): Promise<void> {
    const affected = Array.from(this.#chunks.values()).filter(({ rows, number }) =>
      rows.some((row) => !isKept(row, number)),
    );
    await this.#eachOf(affected, ({ number }) =>
      this.#rewrite(number, (chunk) => {
        const records = recordsOf(chunk).filter((record) => isKept(record, number));
        return records.length === chunk.rows.length ? null : { records, notifications: [] };
      }),
    );
  }

  #withPage(chunk: Chunk, listed: readonly TemplateFacts[], time: PageTime): Rewrite | null {
    const records = new Map(recordsOf(chunk).map((record) => [record.id, record]));
    const notifications: Notification[] = [];
    let differs = false;
    for (const facts of listed) {
      const known = records.get(facts.id);
      const next = afterPage(known, facts, time);
      if (next === known) continue;
      differs = true;
      records.set(next.id, next);
      if (known !== undefined) notifications.push(...templateNotifications(known, next, time.askedAt));
    }
    return differs ? { records: Array.from(records.values()), notifications } : null;
  }

  /** Where the template of a change stands: by its name, or where it is found. */
  #homeOf({ content }: TemplateChange): number | null {
    if (content.name !== null) return chunkNumberOf(content.name);
    const home = Array.from(this.#chunks.values()).find(({ rows }) => rows.some(({ id }) => id === content.templateId));
    return home?.number ?? null;
  }

  #withNews(
    chunk: Chunk,
    changes: readonly TemplateChange[],
    confirmedAt: Milliseconds,
    unknown: Set<string>,
  ): Rewrite | null {
    const records = new Map(recordsOf(chunk).map((record) => [record.id, record]));
    const notifications: Notification[] = [];
    let differs = false;
    for (const { content, at } of changes) {
      const known = records.get(content.templateId);
      if (known === undefined) {
        unknown.add(content.templateId);
        continue;
      }
      const next = afterUpdate(known, content.update, at, confirmedAt);
      if (next === known) continue;
      differs = true;
      records.set(next.id, next);
      notifications.push(...templateNotifications(known, next, at));
    }
    return differs ? { records: Array.from(records.values()), notifications } : null;
  }

  /** Writes a chunk anew, unless `change` finds nothing to; decides again when another commit came between. */
  #rewrite(number: number, change: (chunk: Chunk) => Rewrite | null): Promise<void> {
    const { table, retryPolicy } = this.#deps;
    return persist(retryPolicy, async () => {
      const chunk = this.#chunks.get(number) ?? emptyChunk(number);
      const rewrite = change(chunk);
      if (rewrite === null) return;
      try {
        await this.#write(chunk, rewrite);
      } catch (error) {
        if (error instanceof Contended) {
          this.#chunks.set(number, await readChunk(table, this.#partnerId, this.#wabaId, number));
        }
        throw error;
      }
      this.#chunks.set(number, writtenChunk(chunk, rewrite.records));
    });
  }

  async #write(chunk: Chunk, { records, notifications }: Rewrite): Promise<void> {
    const { table, newId, clock } = this.#deps;
    const [partnerId, wabaId, now] = [this.#partnerId, this.#wabaId, clock()];
    if (notifications.length === 0) return writeChunk(table, partnerId, wabaId, chunk, records);
    const tell = notificationClauses(table, newId);
    // Told before the commit where they are too many for it: their keys keep them from being told twice.
    for (let first = mostNotifications; first < notifications.length; first += mostNotifications) {
      await commitTelling(table, [], tell, partnerId, notifications.slice(first, first + mostNotifications), now);
    }
    const clause = chunkClause(table, partnerId, wabaId, chunk, records);
    await commitTelling(table, [clause], tell, partnerId, notifications.slice(0, mostNotifications), now);
  }

  async #eachOf<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
    for (let start = 0; start < all.length; start += concurrency) {
      await Promise.all(all.slice(start, start + concurrency).map(work));
    }
  }
}
