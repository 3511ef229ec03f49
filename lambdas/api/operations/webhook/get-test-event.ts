import * as z from 'zod/mini';
import { hasScope } from '../../../domain/access.ts';
import { notFound } from '../../../kernel/errors.ts';
import { readTestEvent } from '../../../store/webhooks/test-events.ts';
import { uuid } from '../../fields.ts';
import { operation } from '../../operation.ts';
import { shownTestEvent, testEventStateView } from '../../resources/webhook.ts';

/** Returns a test event of the last 30 days with what the endpoint answered to each attempt. */
export const getWebhookTestEvent = operation({
  input: z.object({ event_id: uuid }),
  output: z.object({ event: testEventStateView }),
  errors: ['not_found'],
  run: async ({ table }, { partnerId, caller, answer }, { event_id: id }) => {
    const event = await readTestEvent(table, partnerId, id);
    if (event === null) throw notFound('the test event');
    return answer(200, { event: shownTestEvent(event, hasScope(caller, 'webhook.write')) });
  },
});
