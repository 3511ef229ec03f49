import type { Runners } from '../../runtime/run-work.ts';
import type { DeliveryDeps } from '../delivery/delivery-deps.ts';
import { keepOutbox } from './keep-outbox.ts';
import { runResend } from './run-resend.ts';
import { sendTestEvent } from './send-test-event.ts';

export const runners = (deps: DeliveryDeps): Runners<'OutboxKeeper'> => ({
  outbox: ({ partnerId }) => keepOutbox(deps, partnerId),
  testEvent: (work, begunBy) => sendTestEvent(deps, work, begunBy),
  resend: (work, begunBy) => runResend(deps, work, begunBy),
});
