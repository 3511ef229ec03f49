import type { Change } from '../table/stream.ts';
import { hasNumber } from './line-states.ts';
import { changesOf, textOf, type Watch } from './watch.ts';

/** The rules that hold after each commit, of one table. */
export class Watching {
  readonly #broken = new Map<string, readonly string[]>();
  #seers: readonly { readonly rule: string; readonly see: ReturnType<Watch['begin']> }[] = [];

  /** The lines that were connected at any time. */
  readonly connected = new Set<string>();

  begin(watches: readonly Watch[]): void {
    this.#seers = watches.map(({ rule, begin }) => ({ rule, see: begin() }));
  }

  /** What has broken a rule. */
  of(rule: string): readonly string[] {
    return this.#broken.get(rule) ?? [];
  }

  see(commit: readonly Change[]): void {
    if (commit.length === 0) return;
    for (const { id, after } of changesOf('line', commit)) {
      if (hasNumber({ status: textOf(after, 'status') ?? '' })) this.connected.add(id);
    }
    for (const { rule, see } of this.#seers) {
      const found = see(commit);
      if (found.length > 0) this.#broken.set(rule, [...this.of(rule), ...found]);
    }
  }
}
