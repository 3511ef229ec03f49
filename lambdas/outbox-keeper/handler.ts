import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { openDelivery } from '../runtime/delivery.ts';
import { eachHint, handleHints } from '../runtime/hint-batch.ts';
import { consoleLog } from '../runtime/logger.ts';
import { partnerOfOutbox } from '../store/outbox.ts';
import { keepOutbox } from './keep-outbox.ts';

const deps = openDelivery(process.env);
const log = consoleLog({ stage: deps.environment });

export const handler = (event: SQSEvent): Promise<SQSBatchResponse> =>
  handleHints(
    event,
    log,
    eachHint((hint) => keepOutbox(deps, partnerOfOutbox(hint))),
  );
