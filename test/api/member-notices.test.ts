import { beforeEach, describe, expect, test } from '@jest/globals';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { NoticeMail } from '../../lambdas/domain/notice-mail.ts';
import type { Notification } from '../../lambdas/domain/notification.ts';
import { keyWarning, type PartnerKey } from '../../lambdas/domain/partner-key.ts';
import { mailNotices, spreadNotice, type NoticeMailDeps } from '../../lambdas/jobs/notice-mails.ts';
import { dueAt } from '../../lambdas/kernel/due.ts';
import { Contended } from '../../lambdas/kernel/errors.ts';
import { day, hour, isoOf, minute } from '../../lambdas/kernel/time.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import { choiceClause, memberClause, readMemberMail } from '../../lambdas/store/notifications/notice-mails.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import { keys, workKeyOf, workKeyOfKind } from '../../lambdas/store/table/keys.ts';
import { dueHints } from '../../tools/harness/due-hints.ts';
import { openInbox, type Inbox } from '../../tools/harness/inbox.ts';
import { noDeadline } from '../../tools/harness/no-deadline.ts';
import type { Reply, TestService } from '../../tools/harness/service.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import type { TestTable } from '../../tools/harness/test-table.ts';
import { verdictOf } from './replies.ts';
import { withService } from './suite-service.ts';

const clock = testClock();
let table: TestTable;
let service: TestService;
let inbox: Inbox;
let sent: NoticeMail[];
let failed: number[];
/** What happens in the place of sending a mail. */
let sending: () => void;
withService({ clock: clock.now }, (...started) => {
  [service, table] = started;
});
beforeEach(async () => {
  inbox = await openInbox(table, service, clock);
  [sent, failed, sending] = [[], [], () => undefined];
});

const blocked = (title = 'The platform blocks a number'): Notification => ({
  kind: 'number_blocked',
  facts: { code: 131031, description: 'Ada Lovelace', remedy: '+55 11 91234-5678' },
  category: 'platform_alerts',
  severity: 'critical',
  title,
  body: 'Messages of the number fail (131031). Ada Lovelace, +55 11 91234-5678.',
  entity: { type: 'instance', id: 'unknown' },
});

const choose = (body: object, bearer = inbox.viewer): Promise<Reply> =>
  service.call('PATCH', { bearer, body: { route: 'update-partner-member-notices', ...body } });

const deps = (): NoticeMailDeps => ({
  table,
  clock: clock.now,
  newId,
  deadline: noDeadline,
  mailer: {
    portalUrl: 'https://portal.example/portal/',
    send: (_, mail) => {
      sending();
      sent.push(mail);
      return Promise.resolve();
    },
  },
  onSent: () => undefined,
  onFailed: ({ failing, isLast }) => {
    failed.push(isLast ? Infinity : failing);
  },
});

/** Does what is due now, as the workers do. */
const work = async (with_: NoticeMailDeps = deps()): Promise<void> => {
  for (;;) {
    const due = (await dueHints(table, 'lifecycle', clock.now()))
      .map(workKeyOf)
      .filter(({ pk }) => pk.startsWith(`P#${inbox.partner.partnerId}`));
    if (due.length === 0) return;
    for (const key of due) {
      if (key.kind === 'criticalNotice') await spreadNotice(with_, key);
      if (key.kind === 'noticeMail') await mailNotices(with_, key);
    }
  }
};

/** Does what is due within a time, minute by minute. */
const pass = async (time: number): Promise<void> => {
  for (const end = clock.now() + time; clock.now() < end;) {
    await work();
    clock.pass(minute);
  }
  await work();
};

const reader = (bearer = inbox.viewer) => ({
  partnerId: inbox.partner.partnerId,
  memberId: bearer.slice('member:'.length),
});

const stored = async (bearer = inbox.viewer) => {
  const { partnerId, memberId } = reader(bearer);
  const Key = keys.noticeMail(partnerId, memberId);
  return (await table.client.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }))).Item;
};

describe('a member who wants critical notifications by e-mail', () => {
  test('gets one mail about those of five minutes, which names nobody', async () => {
    expect((await choose({ email: 'critical' })).body['notices']).toEqual({ email: 'critical', quiet: null });
    await inbox.tell([blocked('First')]);
    await work();
    clock.pass(3 * minute);
    await inbox.tell([blocked('Second')]);
    await pass(minute);
    expect(sent).toHaveLength(0);
    await pass(2 * minute);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.subject).toBe('2 critical notifications');
    expect(sent[0]?.text).toMatch(/Second[^]*First[^]*https:\/\/portal\.example\/portal\/notifications/);
    expect(JSON.stringify(sent)).not.toMatch(/Ada|91234|131031/);
    await pass(hour);
    expect(sent).toHaveLength(1);
    await inbox.tell([blocked('Third')]);
    await pass(6 * minute);
    expect(sent.map(({ subject }) => subject)).toEqual(['2 critical notifications', 'Third']);
  });

  test('gets none about what is no emergency, what it may not see, and what it does not want to see', async () => {
    await choose({ email: 'critical' });
    const key: PartnerKey = {
      key_id: 'k',
      partner_id: 'p',
      secret_hash: '',
      scopes: [],
      created_at: isoOf(0),
      expires_at: isoOf(clock.now() + day),
      revoked_at: null,
      last_used_day: null,
      label: null,
      issued_by: null,
    };
    await inbox.tell([{ ...blocked(), severity: 'warning' }], keyWarning(key, clock.now()));
    await pass(6 * minute);
    expect(sent).toEqual([]);
    await choose({ email: 'critical' }, inbox.owner);
    await inbox.tell(keyWarning(key, clock.now()));
    await pass(6 * minute);
    expect(sent.map(({ subject }) => subject)).toEqual(['An API key expires soon']);
    await inbox.prefer({ notify_platform_alerts: false });
    await choose({ email: 'off' });
    await inbox.tell([blocked()]);
    await work();
    // It takes no place of one that the member wants.
    expect(await stored(inbox.owner)).not.toHaveProperty('pending');
    await pass(6 * minute);
    expect(sent).toHaveLength(1);
  });

  test('gets it when its quiet hours end, with all that came meanwhile', async () => {
    const begun = isoOf(clock.now()).slice(11, 16);
    const ends = isoOf(clock.now() + 8 * hour).slice(11, 16);
    await choose({ email: 'critical', quiet: { start: begun, end: ends, time_zone: 'UTC' } });
    await inbox.tell([blocked()]);
    await pass(4 * hour);
    await inbox.tell([blocked()]);
    await pass(3 * hour);
    expect(sent).toEqual([]);
    await pass(hour + minute);
    expect(sent.map(({ subject }) => subject)).toEqual(['2 critical notifications']);
  });

  test('gets it at once when it ends its quiet hours, and none when it turns mails off', async () => {
    const quiet = {
      start: isoOf(clock.now()).slice(11, 16),
      end: isoOf(clock.now() - hour).slice(11, 16),
      time_zone: 'UTC',
    };
    await choose({ email: 'critical', quiet });
    await inbox.tell([blocked()]);
    await pass(10 * minute);
    await choose({ quiet: null });
    await work();
    expect(sent).toHaveLength(1);
    await inbox.tell([blocked()]);
    await work();
    await choose({ email: 'off' });
    await pass(10 * minute);
    expect(sent).toHaveLength(1);
    expect(await stored()).toMatchObject({ email: 'off', quiet: null });
    expect(Object.keys((await stored()) ?? {}).sort()).toEqual(['email', 'pk', 'quiet', 'sk']);
  });

  test('gets none after it was removed from the team, and its choice is deleted', async () => {
    await choose({ email: 'critical' });
    await inbox.tell([blocked()]);
    await work();
    const body = { route: 'remove-partner-member', member_id: inbox.viewer.slice('member:'.length) };
    expect(verdictOf(await service.call('DELETE', { bearer: inbox.owner, body }))).toBe('200');
    expect(await stored()).toBeUndefined();
    await pass(10 * minute);
    expect(sent).toEqual([]);
  });
});

test('a choice of a member that was removed meanwhile is refused', async () => {
  const clause = memberClause(table, { ...reader(), memberId: newId(clock.now()) });
  await expect(commit(table, [clause])).rejects.toMatchObject({ code: 'forbidden_role' });
});

describe('a mail', () => {
  beforeEach(async () => {
    await choose({ email: 'critical' });
    await inbox.tell([blocked()]);
    await work();
  });

  test('is sent again after a crash when SES had accepted it, and only then', async () => {
    clock.pass(5 * minute);
    const crash = new Error('the worker died');
    const dying = {
      ...deps(),
      onSent: () => {
        throw crash;
      },
    };
    await expect(work(dying)).rejects.toBe(crash);
    await work();
    expect(sent).toHaveLength(1);
    await pass(2 * minute);
    expect(sent).toHaveLength(2);
    await pass(hour);
    expect(sent).toHaveLength(2);
  });

  test('that goes out while its member chooses anew is not due again', async () => {
    const known = await readMemberMail(table, reader());
    await pass(6 * minute);
    expect(sent).toHaveLength(1);
    const late = choiceClause(table, reader(), { email: 'critical', quiet: null }, known, clock.now());
    await expect(commit(table, [late])).rejects.toThrow(Contended);
    expect(await stored()).not.toHaveProperty('due_at');
  });

  test('about nothing ends', async () => {
    const { partnerId, memberId } = reader();
    await pass(6 * minute);
    const due = dueAt('noticeMail', memberId, clock.now());
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: keys.noticeMail(partnerId, memberId),
        UpdateExpression: 'SET due_shard = :shard, due_at = :at',
        ExpressionAttributeValues: { ':shard': due.due_shard, ':at': due.due_at },
      }),
    );
    await work();
    expect(await stored()).not.toHaveProperty('due_at');
    expect(sent).toHaveLength(1);
  });

  test('that SES refuses is tried again for a day, then given up', async () => {
    sending = () => {
      throw Object.assign(new Error('to ada@partner.example'), { name: 'TooManyRequestsException' });
    };
    await pass(2 * hour);
    expect(failed.slice(0, 5).map((ms) => Math.round(ms / minute))).toEqual([0, 1, 3, 7, 15]);
    for (let tries = failed.length; failed.at(-1) !== Infinity && tries < 40; tries += 1) {
      clock.pass(hour);
      await work();
    }
    expect(failed).toHaveLength(29);
    sending = () => undefined;
    await pass(2 * hour);
    expect(sent).toEqual([]);
    await inbox.tell([blocked('A later one')]);
    await pass(6 * minute);
    expect(sent.map(({ subject }) => subject)).toEqual(['A later one']);
  });

  test('keeps what is added while it is sent for the next one', async () => {
    clock.pass(5 * minute);
    const adding: NoticeMailDeps = deps();
    const { mailer } = adding;
    const send: NonNullable<typeof mailer>['send'] = async (...given) => {
      await mailer?.send(...given);
      await inbox.tell([blocked('Meanwhile')]);
      const key = keys.notification(inbox.partner.partnerId, await inbox.newestId());
      await spreadNotice(deps(), workKeyOfKind('criticalNotice', key));
    };
    await work({ ...adding, mailer: { portalUrl: 'https://portal.example/portal/', send } });
    await pass(6 * minute);
    expect(sent.map(({ subject }) => subject)).toEqual(['The platform blocks a number', 'Meanwhile']);
  });

  test('names ten notifications, and counts the others', async () => {
    await inbox.tell(...Array.from({ length: 11 }, () => [blocked()]));
    await pass(6 * minute);
    expect(sent.map(({ subject }) => subject)).toEqual(['12 critical notifications']);
    expect(sent[0]?.text).toContain('and 2 more');
  });

  test('is not sent by a stage that sends none', async () => {
    clock.pass(5 * minute);
    await work({ ...deps(), mailer: null });
    await pass(hour);
    expect(sent).toEqual([]);
  });
});

describe('the choice of a member', () => {
  test.each([
    [{ quiet: { start: '24:00', end: '07:00', time_zone: 'UTC' } }],
    [{ quiet: { start: '22:00', end: '22:00', time_zone: 'UTC' } }],
    [{ quiet: { start: '22:00', end: '07:00', time_zone: 'Mars/Olympus' } }],
    [{ quiet: { start: '22:00', end: '07:00' } }],
    [{ email: 'all' }],
  ])('is refused when it is none: %j', async (body) => {
    expect(verdictOf(await choose(body))).toBe('400 validation_failed');
  });

  test('is its own, and shown to it', async () => {
    const quiet = { start: '22:00', end: '07:00', time_zone: 'America/Sao_Paulo' };
    await choose({ quiet });
    expect((await choose({ email: 'critical' })).body['notices']).toEqual({ email: 'critical', quiet });
    expect((await inbox.get('get-partner-member', {}, inbox.viewer)).body['notices']).toEqual({
      email: 'critical',
      quiet,
    });
    expect((await inbox.get('get-partner-member')).body['notices']).toEqual({ email: 'off', quiet: null });
    expect(verdictOf(await choose({ email: 'critical' }, inbox.partner.apiKey))).toBe('403 forbidden_role');
  });

  test('is refused, and null, on a stage that sends none', async () => {
    const { deps: known } = service.dispatcher;
    Reflect.set(known, 'sendsNotices', false);
    expect(verdictOf(await choose({ email: 'critical' }))).toBe('409 invalid_state');
    expect((await inbox.get('get-partner-member')).body['notices']).toBeNull();
    Reflect.set(known, 'sendsNotices', true);
  });
});
