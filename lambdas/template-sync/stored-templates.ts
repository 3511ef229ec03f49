import { Contended } from '../kernel/errors.ts';
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
import type { TemplateTurn } from '../domain/template-event.ts';
import { batchesOf } from '../kernel/batches.ts';
import type { Milliseconds } from '../kernel/time.ts';
import { persist } from '../store/table/commit.ts';
import { emptyChunk, recordsOf, writtenChunk, type Chunk } from '../store/templates/chunk.ts';
import { chunkClauses, chunkNumberOf, readChunk, writeChunk } from '../store/templates/directory.ts';
import type { TableDeps } from '../lines/instance-deps.ts';
import { templateEventClauses } from './tell-templates.ts';

/** Chunks written at once. */
const concurrency = 8;
/** A notification takes two writes beside the chunk's. A DynamoDB transaction takes 100. */
const mostNotifications = 30;
/** Templates that a commit changes with their events: so many entries, the account's counters and the chunk leave room for the above. */
const mostTurns = 25;

type TemplateChange = PlatformChange<TemplateContent>;

interface Rewrite {
  readonly records: readonly TemplateRecord[];
  readonly notifications: readonly Notification[];
  /** The templates that were known before, and new ones whose review has ended. */
  readonly turns: readonly TemplateTurn[];
  /** Whether more updates wait for the next commit. */
  readonly hasMore: boolean;
}

/** A change of one template. */
interface Update {
  readonly id: string;
  readonly at: Milliseconds;
  /** @returns undefined when the template stays unknown */
  readonly after: (known: TemplateRecord | undefined) => TemplateRecord | undefined;
  /** Whether an unknown template was created a moment ago, so that its status is news. */
  readonly isNews: boolean;
}

/** Every template begins in review. */
const inReview = (record: TemplateRecord): TemplateRecord => ({ ...record, status: 'PENDING' });

/** The records of a chunk after the updates, with their notifications; null when nothing differs. */
const rewriteOf = (chunk: Chunk, updates: readonly Update[]): Rewrite | null => {
  const records = new Map(recordsOf(chunk).map((record) => [record.id, record]));
  const notifications: Notification[] = [];
  const turns: TemplateTurn[] = [];
  let differs = false;
  let hasMore = false;
  for (const { id, at, after, isNews } of updates) {
    const known = records.get(id);
    const next = after(known);
    if (next === undefined || next === known) continue;
    if (turns.length === mostTurns) {
      hasMore = true;
      break;
    }
    differs = true;
    records.set(id, next);
    const before = known ?? (isNews ? inReview(next) : next);
    if (known === undefined && before.status === next.status) continue;
    notifications.push(...templateNotifications(before, next, at));
    turns.push({ before, after: next });
  }
  return differs ? { records: Array.from(records.values()), notifications, turns, hasMore } : null;
};

/** The stored templates of a business account during a pass. */
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

  /**
   * Stores the templates of a page. It writes only chunks that differ.
   * @param isCurrent whether all templates were read some hours ago: what is unknown is new since then
   */
  async takeIn(templates: readonly TemplateFacts[], time: PageTime, isCurrent: boolean): Promise<void> {
    const updateBy = (facts: TemplateFacts): Update => ({
      id: facts.id,
      at: time.askedAt,
      after: (known) => afterPage(known, facts, time),
      isNews: isCurrent,
    });
    const byChunk = Map.groupBy(templates, ({ name }) => chunkNumberOf(name));
    await this.#eachOf(Array.from(byChunk), ([number, listed]) =>
      this.#rewrite(number, (chunk) => rewriteOf(chunk, listed.map(updateBy))),
    );
    const homes = new Map(templates.map(({ id, name }) => [id, chunkNumberOf(name)]));
    await this.#keep((row, number) => (homes.get(row.id) ?? number) === number);
  }

  /** Stores the changes that callbacks reported. @returns the ids of unknown templates */
  async apply(content: readonly TemplateChange[], confirmedAt: Milliseconds): Promise<ReadonlySet<string>> {
    const unknown = new Set<string>();
    const updateBy = ({ content: { templateId: id, update }, at }: TemplateChange): Update => ({
      id,
      at,
      after: (known) => {
        if (known !== undefined) return afterUpdate(known, update, at, confirmedAt);
        unknown.add(id);
        return undefined;
      },
      isNews: false,
    });
    const inOrder = content.toSorted((left, right) => left.at - right.at);
    const byChunk = Map.groupBy(inOrder, (change) => this.#homeOf(change));
    await this.#eachOf(Array.from(byChunk), async ([number, changes]) => {
      if (number === null) for (const { content: of } of changes) unknown.add(of.templateId);
      else await this.#rewrite(number, (chunk) => rewriteOf(chunk, changes.map(updateBy)));
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
        return records.length === chunk.rows.length ? null : { records, notifications: [], turns: [], hasMore: false };
      }),
    );
  }

  /** The chunk of a template: by its name, or where its id is found. */
  #homeOf({ content }: TemplateChange): number | null {
    if (content.name !== null) return chunkNumberOf(content.name);
    const home = Array.from(this.#chunks.values()).find(({ rows }) => rows.some(({ id }) => id === content.templateId));
    return home?.number ?? null;
  }

  /** Rewrites a chunk unless `change` returns null. It decides again after contention. */
  async #rewrite(number: number, change: (chunk: Chunk) => Rewrite | null): Promise<void> {
    while (await this.#rewriteSome(number, change));
  }

  /** @returns whether more is left */
  #rewriteSome(number: number, change: (chunk: Chunk) => Rewrite | null): Promise<boolean> {
    const { table, retryPolicy } = this.#deps;
    return persist(retryPolicy, async () => {
      const chunk = this.#chunks.get(number) ?? emptyChunk(number);
      const rewrite = change(chunk);
      if (rewrite === null) return false;
      try {
        await this.#write(chunk, rewrite);
      } catch (error) {
        if (error instanceof Contended) {
          this.#chunks.set(number, await readChunk(table, this.#partnerId, this.#wabaId, number));
        }
        throw error;
      }
      this.#chunks.set(number, writtenChunk(chunk, rewrite.records));
      return rewrite.hasMore;
    });
  }

  async #write(chunk: Chunk, { records, notifications, turns }: Rewrite): Promise<void> {
    const { table, newId, clock } = this.#deps;
    const [partnerId, wabaId, now] = [this.#partnerId, this.#wabaId, clock()];
    const events = await templateEventClauses(this.#deps, partnerId, wabaId, turns, now);
    if (notifications.length + events.length === 0) return writeChunk(table, partnerId, wabaId, chunk, records);
    const tell = notificationClauses(table, newId);
    const [first = [], ...others] = batchesOf(notifications, mostNotifications);
    // Further batches are committed before the chunk. Their keys prevent duplicates.
    for (const batch of others) await commitTelling(table, [], tell, partnerId, batch, now);
    const clauses = chunkClauses(table, partnerId, wabaId, chunk, records);
    await commitTelling(table, [...clauses, ...events], tell, partnerId, first, now);
  }

  async #eachOf<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
    for (const batch of batchesOf(all, concurrency)) await Promise.all(batch.map(work));
  }
}
