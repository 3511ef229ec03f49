import type { DeliveryHealth } from '../../../../packages/client/src/schemas.ts';
import type { LineName } from '../../api/line-names.ts';
import type { LineRow, LinesPage } from '../../api/lines.ts';

type FailingLines = NonNullable<DeliveryHealth['by_instance']>;

/** What is wrong with lines of a customer, the worst first. */
const kinds = ['stopped', 'critical', 'failing', 'degraded', 'removal', 'templates', 'awaiting'] as const;
export type CustomerTroubleKind = (typeof kinds)[number];

export interface CustomerTrouble {
  readonly is: CustomerTroubleKind;
  /** Whether there may be more of it than was read. */
  readonly orMore: boolean;
  /** How many lines, or business accounts, it is about. */
  readonly count: number;
  /** The worst share of failed messages, 0 to 1; 0 of other kinds. */
  readonly failed: number;
  /** The line to go to. Null: there are several, or it is about an account. */
  readonly lineId: string | null;
}

export interface TroubledCustomer {
  readonly id: string;
  /** Null when it cannot be read. */
  readonly name: string | null;
  /** The worst first. */
  readonly troubles: readonly [CustomerTrouble, ...CustomerTrouble[]];
}

interface Found {
  readonly customerId: string;
  readonly customerName: string | null;
  readonly is: CustomerTroubleKind;
  readonly failed: number;
  readonly lineId: string | null;
}

const kindOfStatus: Partial<Record<LineRow['status'], CustomerTroubleKind>> = {
  reconnect_required: 'stopped',
  degraded: 'degraded',
  deactivation_failed: 'removal',
  awaiting_connection: 'awaiting',
};

const ofLines = (lines: readonly LinesPage[]): readonly Found[] =>
  lines
    .flatMap(({ items }) => items)
    .flatMap((line) => {
      const is = kindOfStatus[line.status];
      const { customerId, customerName, id: lineId } = line;
      return is === undefined ? [] : [{ customerId, customerName, is, failed: 0, lineId }];
    });

const ofFailing = (failing: FailingLines, names: ReadonlyMap<string, LineName>): readonly Found[] =>
  failing.flatMap(({ instance_id: lineId, verdict, rates }) => {
    const line = names.get(lineId);
    if (line === undefined) return [];
    const { customerId, customerName } = line;
    return [
      {
        customerId,
        customerName,
        is: verdict === 'critical' ? 'critical' : 'failing',
        failed: rates.failed ?? 0,
        lineId,
      },
    ];
  });

const ofAccounts = (accounts: readonly string[], names: ReadonlyMap<string, LineName>): readonly Found[] =>
  accounts.flatMap((account) => {
    const lines = Array.from(names.values()).filter(({ wabaId }) => wabaId === account);
    const owners = new Map(lines.map((line) => [line.customerId, line.customerName]));
    return Array.from(owners, ([customerId, customerName]) => ({
      customerId,
      customerName,
      is: 'templates' as const,
      failed: 0,
      lineId: null,
    }));
  });

const troubleOf = (is: CustomerTroubleKind, found: readonly Found[], orMore: boolean): CustomerTrouble => ({
  is,
  orMore,
  count: found.length,
  failed: Math.max(...found.map(({ failed }) => failed)),
  lineId: found.length === 1 ? (found[0]?.lineId ?? null) : null,
});

export interface TroubleSources {
  /** The lines that are not well, in pages by their statuses. */
  readonly lines: readonly LinesPage[];
  /** The lines that lose most messages. */
  readonly failing: FailingLines;
  /** Whether more lines lose messages. */
  readonly moreFail: boolean;
  /** The business accounts with troubled templates. */
  readonly accounts: readonly string[];
  readonly names: ReadonlyMap<string, LineName>;
}

/** The customers that something is wrong with, the worst first: by the worst that they have, then by how much fails. */
export const rankedCustomers = (sources: TroubleSources): readonly TroubledCustomer[] => {
  const { lines, failing, moreFail, accounts, names } = sources;
  const all = [...ofLines(lines), ...ofFailing(failing, names), ...ofAccounts(accounts, names)];
  const cutOff = new Set([
    ...lines
      .filter(({ items, total }) => items.length < total)
      .flatMap(({ items }) => items.slice(0, 1).map(({ status }) => kindOfStatus[status])),
    ...(moreFail ? (['critical', 'failing'] as const) : []),
  ]);
  const byCustomer = Map.groupBy(all, ({ customerId }) => customerId);
  const customers = Array.from(byCustomer, ([id, found]) => {
    const troubles = kinds.flatMap((is) => {
      const ofKind = found.filter((one) => one.is === is);
      return ofKind.length === 0 ? [] : [troubleOf(is, ofKind, cutOff.has(is))];
    });
    const [first, ...others] = troubles;
    const name = found.find(({ customerName }) => customerName !== null)?.customerName ?? null;
    return first === undefined ? [] : [{ id, name, troubles: [first, ...others] as const }];
  }).flat();
  const rankOf = ({ troubles: [worst] }: TroubledCustomer): number => kinds.indexOf(worst.is);
  return customers.toSorted(
    (one, other) =>
      rankOf(one) - rankOf(other) ||
      other.troubles[0].failed - one.troubles[0].failed ||
      other.troubles[0].count - one.troubles[0].count,
  );
};
