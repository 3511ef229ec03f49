import * as z from 'zod/mini';
import { notFound } from '../../../kernel/errors.ts';
import { readResend, readResendHead } from '../../../store/webhooks/resends.ts';
import { uuid } from '../../fields.ts';
import { operation } from '../../operation.ts';
import { resendView } from '../../resources/webhook.ts';

/** Returns the latest resend of events, or one by its id. */
export const getWebhookResend = operation({
  input: z.object({ resend_id: z.optional(uuid) }),
  output: z.object({ resend: resendView }),
  errors: ['not_found'],
  run: async (deps, { partnerId, answer }, given) => {
    const id = given.resend_id ?? (await readResendHead(deps.table, partnerId)).resendId;
    const record = id === null ? null : await readResend(deps.table, partnerId, id);
    if (record === null) throw notFound('the resend');
    return answer(200, { resend: record.resend });
  },
});
