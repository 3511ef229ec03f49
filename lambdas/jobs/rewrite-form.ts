import { leaseEnd, type Deadline } from '../kernel/deadline.ts';
import { batchTime, nextBatchAt, type FormRewrite } from '../domain/form-rewrite.ts';
import { isoOf, minute, type Clock, type Milliseconds } from '../kernel/time.ts';
import { work } from '../kernel/work.ts';
import type { BegunBy } from '../runtime/run-work.ts';
import { formRewriteOf, rewriteProgressOf } from '../store/forms/form-rewrites.ts';
import type { FormItem } from '../store/forms/history-entries.ts';
import { rewritings } from '../store/forms/rewritten-forms.ts';
import { readPartner } from '../store/partners/callers.ts';
import { partnerAfter } from '../store/partners/partners.ts';
import type { WorkKey } from '../store/table/keys.ts';
import type { Table } from '../store/table/table.ts';
import { claimWork, finished, paused, record, renewed, type HeldWork } from '../store/table/work.ts';

export interface RewriteDeps {
  readonly table: Table;
  readonly clock: Clock;
  readonly newId: (now: Milliseconds) => string;
  readonly deadline: Deadline;
}

/** Items that a batch reads at most, so that a table whose items are all rewritten is not read at full speed. */
const mostRead = 5_000;
/** A worker records its progress after so many items. */
const recordedEvery = 100;
/** Of the attributes beside the bytes, at most. */
const aroundBytes = 400;
const unitBytes = 1_024;
/** The work of a newer version of the code, after a roll-back. */
const pauseOfNewer: Milliseconds = 10 * minute;

/** An update takes the units of the whole item: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html */
const unitsOf = ({ bytes }: FormItem): number => Math.ceil((bytes.length + aroundBytes) / unitBytes);

/** A batch of items that a worker rewrites under a lease, and how far it is. */
class Batch {
  readonly #deps: RewriteDeps;
  readonly #held: HeldWork;
  readonly #until: Milliseconds;
  readonly #begun: Milliseconds;
  #rewrite: FormRewrite;
  #units = 0;
  #read = 0;

  constructor(deps: RewriteDeps, held: HeldWork, rewrite: FormRewrite, until: Milliseconds) {
    this.#deps = deps;
    this.#held = held;
    this.#rewrite = rewrite;
    this.#until = until;
    this.#begun = deps.clock();
  }

  /** Rewrites what the pace allows, and leaves the work. @throws WorkLost */
  async run(): Promise<void> {
    // The units are paid before they are spent, so that a repetition after a crash waits for them.
    await this.#note({ nextAt: this.#begun + batchTime });
    const isDone = await this.#rewriteSome();
    if (isDone) {
      const endedAt = isoOf(this.#deps.clock());
      await record(this.#held, { ...finished, ...rewriteProgressOf({ ...this.#rewrite, state: 'done', endedAt }) });
      return;
    }
    const nextAt = nextBatchAt(this.#begun, this.#units, this.#rewrite.unitsPerSecond);
    await record(this.#held, { ...paused(nextAt), ...rewriteProgressOf({ ...this.#rewrite, nextAt }) });
  }

  get #isOver(): boolean {
    const most = (this.#rewrite.unitsPerSecond * batchTime) / 1_000;
    return this.#units >= most || this.#read >= mostRead || this.#deps.clock() >= this.#until;
  }

  /** @returns whether all partners are done. That is recorded with the end, because without a partner the first one follows. */
  async #rewriteSome(): Promise<boolean> {
    const { table } = this.#deps;
    for (let partnerId = this.#rewrite.partnerId ?? (await partnerAfter(table, null)); partnerId !== null;) {
      await this.#note({ partnerId });
      if (!(await this.#rewritePartner(partnerId))) return false;
      partnerId = await partnerAfter(table, partnerId);
      const partnersDone = this.#rewrite.partnersDone + 1;
      this.#rewrite = { ...this.#rewrite, partnerId, cursor: null, partnersDone };
      this.#units += 1;
      this.#read += 1;
    }
    return true;
  }

  /** @returns whether the partner is done */
  async #rewritePartner(partnerId: string): Promise<boolean> {
    const { table, clock } = this.#deps;
    const { sizes = [] } = (await readPartner(table, partnerId)) ?? {};
    const { form, cursor } = this.#rewrite;
    for await (const items of rewritings[form].pages(table, { partnerId, sizes, now: clock() }, cursor)) {
      for (const item of items) {
        if (this.#isOver) return false;
        await this.#rewriteItem(item);
        if (this.#read % recordedEvery === 0) await this.#note({});
      }
    }
    return !this.#isOver;
  }

  async #rewriteItem(item: FormItem): Promise<void> {
    const { version, rewrite } = rewritings[this.#rewrite.form];
    // An item of a newer version is of a release before a roll-back.
    const isOld = (item.bytes[0] ?? version) < version;
    if (isOld) this.#units += unitsOf(item);
    const isRewritten = isOld && (await rewrite(this.#deps.table, item));
    this.#read += 1;
    const { read, rewritten } = this.#rewrite;
    const counts = { read: read + 1, rewritten: rewritten + (isRewritten ? 1 : 0) };
    this.#rewrite = { ...this.#rewrite, ...counts, cursor: item.position };
  }

  /** Records the progress, and extends the lease. @throws WorkLost */
  async #note(changes: Partial<FormRewrite>): Promise<void> {
    const { clock, deadline } = this.#deps;
    this.#rewrite = { ...this.#rewrite, ...changes };
    const until = leaseEnd(deadline, clock(), work.formRewrite.lease);
    await record(this.#held, { ...renewed(until), ...rewriteProgressOf(this.#rewrite) });
  }
}

/**
 * Rewrites items of earlier versions of a form, some in each batch, partner after partner. Each rewrite is one conditional update, so a
 * batch that is repeated after a crash finds its items rewritten.
 * @param until when to stop; the next batch continues @throws WorkLost
 */
export const rewriteForm = async (
  deps: RewriteDeps,
  key: WorkKey<'formRewrite'>,
  until: Milliseconds,
  begunBy: BegunBy,
): Promise<void> => {
  const claim = await claimWork(deps, key);
  if (claim === null) return;
  const held: HeldWork = { table: deps.table, key, lease: claim.lease };
  const rewrite = formRewriteOf(claim.item);
  begunBy(rewrite.requestId);
  const now = deps.clock();
  if (rewrite.version > rewritings[rewrite.form].version) return record(held, paused(now + pauseOfNewer));
  if (now < rewrite.nextAt) return record(held, paused(rewrite.nextAt));
  await new Batch(deps, held, rewrite, until).run();
};
