import { only, type CallItem, type Operation } from '../replay/compile.ts';
import type { Operations } from '../replay/operations.ts';

/** The table calls for a partner's first event of a batch, and for the other events. */
export interface Phase {
  readonly first: Operation;
  readonly other: Operation;
}

interface Path {
  readonly before: Phase;
  readonly after: Phase;
}

export interface DeliveryOperations {
  readonly fast: Path;
  readonly slow: Path;
  /** An exchange had no answer for a second. */
  readonly silent: Operation;
  /** An event is moved to the queue of slow endpoints: after an exchange, and before any exchange. */
  readonly handedOver: Operation;
  readonly moved: Operation;
  readonly park: Operation;
}

/** Whether the call is to the event's own partition. Other calls are made once for a partner's events of a batch. */
const isOfEvent = ({ label }: CallItem): boolean => label === '{history}';

const phaseOf = (operation: Operation): Phase => ({ first: operation, other: only(operation, isOfEvent) });

export const deliveryOperations = (operations: Operations): DeliveryOperations => ({
  fast: {
    before: phaseOf(operations.get('delivery, before the exchange')),
    after: phaseOf(operations.get('delivery, after an answer')),
  },
  slow: {
    before: phaseOf(operations.get('delivery, before a slow exchange')),
    after: phaseOf(operations.get('delivery, after no answer')),
  },
  silent: operations.get('delivery, after a second of silence'),
  handedOver: operations.get('delivery, handed over'),
  moved: operations.get('delivery, to the slow queue'),
  park: operations.get('delivery, put aside'),
});
