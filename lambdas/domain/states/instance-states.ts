import type { InstanceStatus } from '../instance.ts';
import type { TransitionTable } from './transition.ts';

export type InstanceTrigger =
  /** A connect session was made for it. */
  | 'invite'
  /** Its end customer came back from the platform's sign-up. */
  | 'begin_connecting'
  | 'fail_connecting'
  /** The callback was set and read back. */
  | 'connect'
  /** The callback was found pointing elsewhere, or the platform limits the number. */
  | 'degrade'
  | 'recover'
  | 'lose_token'
  | 'begin_deactivation'
  | 'fail_deactivation'
  | 'deactivate';

export const instanceTransitions: TransitionTable<InstanceStatus, InstanceTrigger> = {
  created: { invite: 'awaiting_connection', begin_deactivation: 'deactivating' },
  awaiting_connection: {
    invite: 'awaiting_connection',
    begin_connecting: 'connecting',
    begin_deactivation: 'deactivating',
  },
  connecting: {
    invite: 'awaiting_connection',
    fail_connecting: 'awaiting_connection',
    connect: 'connected',
    begin_deactivation: 'deactivating',
  },
  connected: {
    connect: 'connected',
    degrade: 'degraded',
    lose_token: 'reconnect_required',
    begin_deactivation: 'deactivating',
  },
  degraded: {
    connect: 'connected',
    recover: 'connected',
    lose_token: 'reconnect_required',
    begin_deactivation: 'deactivating',
  },
  reconnect_required: { connect: 'connected', begin_deactivation: 'deactivating' },
  deactivating: { deactivate: 'inactive', fail_deactivation: 'deactivation_failed' },
  deactivation_failed: { begin_deactivation: 'deactivating', deactivate: 'inactive' },
  inactive: { invite: 'awaiting_connection' },
};
