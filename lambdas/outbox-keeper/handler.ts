import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { openDelivery } from '../runtime/delivery.ts';
import { eachHint, handleHints } from '../runtime/hint-batch.ts';
import { partnerOfOutbox } from '../store/outbox.ts';
import { keepOutbox } from './keep-outbox.ts';

const deps = openDelivery(process.env);

export const handler = (event: SQSEvent): Promise<SQSBatchResponse> =>
  handleHints(
    event,
    deps.log,
    eachHint((hint) => keepOutbox(deps, partnerOfOutbox(hint))),
  );
