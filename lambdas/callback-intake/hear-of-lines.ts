import type { Instance } from '../domain/instance.ts';
import { afterHearing } from '../domain/line-facts.ts';
import { accountNotice, lineNotices } from '../domain/line-notices.ts';
import { standingOf } from '../domain/line-standing.ts';
import { knownUntil } from '../domain/news.ts';
import type { Notice } from '../domain/notice.ts';
import { digitsOf, type LinesTold, type PlatformChange } from '../domain/platform-change.ts';
import { isoOf } from '../domain/time.ts';
import { changeLine } from '../instances/change-line.ts';
import type { TableDeps } from '../instances/line-deps.ts';
import { withoutToken } from '../instances/lose-token.ts';
import { persist } from '../store/table/commit.ts';
import { readInstance } from '../store/instances/instances.ts';
import { lookNow } from '../store/instances/line-watches.ts';
import { linesOfWaba, type WabaLine } from '../store/instances/waba-lines.ts';

type LineChange = PlatformChange<LinesTold>;

/** Lines changed at once. */
const sideBySide = 8;

const isWell = ({ status }: Instance): boolean => status === 'connected' || status === 'degraded';

/** A connection that was made, or seen at work, since then says that the word is an old one. */
const afterLoss = (instance: Instance, event: string, at: number): Partial<Instance> | null => {
  const seenAt = [instance.connection.connected_at, instance.facts_at].map((time) =>
    time === null ? 0 : Date.parse(time),
  );
  if (!isWell(instance) || at <= knownUntil(Math.max(...seenAt))) return null;
  const message = `the platform reported ${event}: the service may no longer act for the business account`;
  return withoutToken(instance, { code: event.toLowerCase(), message, at: isoOf(at) });
};

const changesBy = (instance: Instance, { told: { news }, at }: LineChange): Partial<Instance> | null => {
  switch (news.kind) {
    case 'lost':
      return afterLoss(instance, news.event, at);
    case 'facts': {
      const heard = afterHearing(instance, news.facts, at);
      return heard === null ? null : { ...heard, status: standingOf({ ...instance, ...heard }) };
    }
  }
};

const turned = (before: Instance, after: Instance): boolean =>
  before.platform_status !== after.platform_status || before.can_send_message !== after.can_send_message;

/** What is done to the whole account is told once, not for each of its lines. */
const noticesBy =
  ({ wabaId, at, told: { news } }: LineChange) =>
  (before: Instance, after: Instance): readonly Notice[] => {
    if (news.kind !== 'facts' || news.alarm === null) return lineNotices(before, after);
    return turned(before, after) ? [accountNotice(wabaId, news.alarm, at)] : [];
  };

const isAbout = (instance: Instance, { told: { number } }: LineChange): boolean =>
  number === null || digitsOf(instance.display_phone_number ?? '') === number;

const hearForLine = (deps: TableDeps, { partnerId, instanceId }: WabaLine, change: LineChange): Promise<void> =>
  persist(deps.patience, async () => {
    const current = await readInstance(deps.table, partnerId, instanceId);
    if (current === null || !isAbout(current.instance, change)) return;
    const changes = changesBy(current.instance, change);
    if (changes !== null) await changeLine(deps, partnerId, current, changes, noticesBy(change));
  });

const tellsFacts = ({ told: { news } }: LineChange): boolean =>
  news.kind === 'lost' || Object.keys(news.facts).length > 0;

/** Takes in what the platform told of a business account's lines, whichever partner they are of. */
export const hearOfLines = async (deps: TableDeps, change: LineChange): Promise<void> => {
  const { wabaId, told } = change;
  const lines = await linesOfWaba(deps.table, wabaId);
  if (tellsFacts(change)) {
    for (let first = 0; first < lines.length; first += sideBySide) {
      const some = lines.slice(first, first + sideBySide);
      await Promise.all(some.map((line) => hearForLine(deps, line, change)));
    }
  }
  if (told.news.kind !== 'facts' || !told.news.look) return;
  for (const partnerId of new Set(lines.map((line) => line.partnerId))) {
    await lookNow(deps.table, partnerId, wabaId, deps.clock());
  }
};
