import type { TokenVerifier } from '../../domain/access.ts';
import type { Vault } from '../../domain/vault.ts';
import type { Deadline } from '../../kernel/deadline.ts';
import { onDemand } from '../../kernel/on-demand.ts';
import type { OutboundSender } from '../../outbound/client.ts';
import { outboundWithin } from '../../outbound/within.ts';
import { systemClock } from '../../runtime/clock.ts';
import { readEnvironment, variables, type Environment } from '../../runtime/environment.ts';
import type { PlatformApp } from '../../platform/sign-up.ts';
import type { PlatformWithin } from '../../runtime/platform.ts';
import type { ReportingInstances } from '../../store/delivery/reporting-instances.ts';
import type { Table } from '../../store/table/table.ts';
import type { MemberPool } from '../../team/member-pool.ts';

/** What few calls need is loaded for the first one that does: docs/adr/0032-loading-operations.md. */

/** @param keyId of the stage's KMS key */
export const laterVault = (keyId: string): Vault => {
  const vault = onDemand(async () => (await import('../../runtime/vault.ts')).openVault(keyId));
  return {
    seal: async (text, context) => (await vault()).seal(text, context),
    open: async (sealed, context) => (await vault()).open(sealed, context),
  };
};

/** @throws Error that names the missing variable */
export const laterTokenVerifier = (environment: Environment): TokenVerifier => {
  const isGiven = environment[variables.memberJwks] !== undefined;
  readEnvironment(environment, ['memberIssuer', 'memberClientId', ...(isGiven ? [] : (['memberJwksUri'] as const))]);
  const verifier = onDemand(async () =>
    (await import('../../runtime/member-tokens.ts')).memberTokenVerifier(environment),
  );
  return async (token) => (await verifier())(token);
};

/** The client of the members' pool of one invocation. */
export const laterMemberPool = (poolId: string): ((deadline: Deadline) => MemberPool) => {
  const open = onDemand(async () => (await import('../../runtime/member-pool.ts')).openMemberPool(poolId));
  return ({ answer: signal }) => {
    const pool = async (): Promise<MemberPool> => (await open())(signal);
    return {
      ensureUser: async (email) => (await pool()).ensureUser(email),
      mailAgain: async (email) => (await pool()).mailAgain(email),
      findUser: async (email) => (await pool()).findUser(email),
      removeUser: async (memberId) => (await pool()).removeUser(memberId),
      setTemporaryPassword: async (memberId, password) => (await pool()).setTemporaryPassword(memberId, password),
    };
  };
};

export const laterReportingInstances = (table: Table): ReportingInstances => {
  const open = onDemand(async () =>
    (await import('../../store/delivery/reporting-instances.ts')).reportingInstances(table, systemClock),
  );
  return {
    find: async (partnerId, phoneNumberId) => (await open()).find(partnerId, phoneNumberId),
    forget: (partnerId) => {
      void open().then((instances) => {
        instances.forget(partnerId);
      });
    },
  };
};

export const laterPlatform = (graphUrl: string, table: Table): PlatformWithin => {
  const open = onDemand(async () => (await import('../../runtime/platform.ts')).openPlatform(graphUrl, table));
  return (deadline) => ({ call: async (request) => (await open())(deadline).call(request) });
};

export const laterApp = (environment: Environment): (() => Promise<PlatformApp>) => {
  const open = onDemand(async () => (await import('../../runtime/platform-app.ts')).openPlatformApp(environment));
  return async () => (await open())();
};

/** The client of addresses that partners control, of one invocation. */
export const laterOutbound = (environment: Environment): ((deadline: Deadline) => OutboundSender) => {
  const client = onDemand(async () => (await import('../../runtime/outbound.ts')).openOutbound(environment));
  const sender: OutboundSender = { send: async (request) => (await client()).send(request) };
  return (deadline) => outboundWithin(sender, deadline, systemClock);
};
