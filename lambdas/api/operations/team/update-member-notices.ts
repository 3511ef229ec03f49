import * as z from 'zod/mini';
import { isTimeZone, noticeMails } from '../../../domain/notice-settings.ts';
import { invalidState } from '../../../kernel/errors.ts';
import { choiceClause, memberClause, readMemberMail, settingsOf } from '../../../store/notifications/notice-mails.ts';
import { requirePerson } from '../../acting-member.ts';
import { line, rule } from '../../fields.ts';
import { command } from '../../operation.ts';
import { noticesView } from '../../resources/team.ts';
import { settle } from '../../settle.ts';

const time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time HH:MM' }));

const quietHours = z
  .strictObject({
    start: time,
    end: time,
    time_zone: line(1, 64).check(rule('time_zone', 'must be a time zone of the IANA database', isTimeZone)),
  })
  .check(rule('quiet', 'must differ from start', ({ start, end }) => start !== end, { field: 'end' }));

/**
 * Sets which notifications the calling member gets by e-mail, and its quiet hours, in which no mail is sent. Omitted fields are not
 * changed. Each member changes its own alone.
 */
export const updateMemberNotices = command({
  input: z.strictObject({
    route: z.optional(z.literal('update-partner-member-notices')),
    email: z.optional(z.enum(noticeMails)),
    quiet: z.optional(z.nullable(quietHours)),
  }),
  output: z.object({ notices: noticesView }),
  errors: ['invalid_state'],
  run: async (deps, call, given) => {
    if (!deps.sendsNotices) throw invalidState('no_notices', 'this stage sends no notices by e-mail');
    const member = { partnerId: call.partnerId, memberId: requirePerson(call.caller) };
    const { route: _, ...changes } = given;
    const known = await readMemberMail(deps.table, member);
    const notices = { ...settingsOf(known), ...changes };
    const clauses = [memberClause(deps.table, member), choiceClause(deps.table, member, notices, known, call.now)];
    return settle(deps, call, call.answer(200, { notices }), [], clauses);
  },
});
