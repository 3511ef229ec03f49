import type { TransitionTable } from './transition.ts';

export const instanceStatuses = [
  'created',
  'awaiting_connection',
  'connecting',
  'connected',
  'degraded',
  'reconnect_required',
  'deactivating',
  'deactivation_failed',
  'inactive',
] as const;
export type InstanceStatus = (typeof instanceStatuses)[number];

/** The triggers of an instance's transitions, each with its cause. */
export const instanceTriggers = {
  invite: 'a connect session was made for it',
  begin_connecting: "the end customer came back from the platform's sign-up",
  fail_connecting: 'the connect session failed',
  connect: 'the callback was set and read back',
  degrade: 'the callback points elsewhere, or the platform limits the number',
  recover: 'the callback points to the endpoint again, and the platform no longer limits the number',
  lose_token: "the platform refused the instance's token",
  regain_token: 'the platform accepts the token again, and the number can send',
  begin_deactivation: 'deactivation of the instance or of its customer',
  fail_deactivation: 'the platform did not remove the callback',
  deactivate: 'the callback was removed and read back, or there was none',
} as const;
export type InstanceTrigger = keyof typeof instanceTriggers;

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
  reconnect_required: { connect: 'connected', regain_token: 'connected', begin_deactivation: 'deactivating' },
  deactivating: { deactivate: 'inactive', fail_deactivation: 'deactivation_failed' },
  deactivation_failed: { begin_deactivation: 'deactivating', deactivate: 'inactive' },
  inactive: { invite: 'awaiting_connection' },
};
