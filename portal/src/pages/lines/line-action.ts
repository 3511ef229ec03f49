import type { Instance } from '../../../../packages/client/src/schemas.ts';

export type LineAction = 'connect' | 'reconnect' | 'refresh' | 'label' | 'move' | 'deactivate' | 'reveal';

type Status = Instance['status'];

// An inactive line is connected anew.
const connectable: ReadonlySet<Status> = new Set(['created', 'awaiting_connection', 'connecting', 'inactive']);
const connected: ReadonlySet<Status> = new Set(['connected', 'degraded', 'reconnect_required']);
const ending: ReadonlySet<Status> = new Set(['deactivating', 'inactive']);

/** What can be done with a line in its state, by a member who may write or reveal. */
export const actionsOf = (
  { status }: Pick<Instance, 'status'>,
  may: { readonly write: boolean; readonly reveal: boolean },
): readonly LineAction[] => {
  const ifSo = (so: boolean, action: LineAction): readonly LineAction[] => (so ? [action] : []);
  return [
    ...ifSo(may.write && connectable.has(status), 'connect'),
    ...ifSo(may.write && connected.has(status), 'reconnect'),
    ...ifSo(may.write && connected.has(status), 'refresh'),
    ...ifSo(may.write && status !== 'inactive', 'label'),
    ...ifSo(may.write && !ending.has(status) && status !== 'deactivation_failed', 'move'),
    ...ifSo(may.write && !ending.has(status), 'deactivate'),
    ...ifSo(may.reveal && connected.has(status), 'reveal'),
  ];
};
