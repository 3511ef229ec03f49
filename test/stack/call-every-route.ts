import { expect } from '@jest/globals';
import { routes } from '../../lambdas/api/routes.ts';
import type { Caller } from '../../lambdas/api/scenes/ground.ts';
import { methodsOf, type RouteName, type Routes } from '../../packages/client/src/routes.ts';
import { until } from '../../tools/harness/whole-stack.ts';
import { sceneOf } from '../../tools/scenes/scenes.ts';
import { stackGround, type CallAs } from './stack-ground.ts';

/** Calls a route. @returns its response @throws when it refuses */
export type CallRoute = <Name extends RouteName>(
  route: Name,
  parameters: Partial<Routes[Name]['parameters']>,
  method?: Routes[Name]['method'],
) => Promise<Routes[Name]['response']>;

interface StackCallers {
  /** With the partner's key. */
  readonly call: CallRoute;
  /** With an owner's token. */
  readonly member: CallRoute;
  /** A member of another partner. */
  readonly invitee: { readonly call: CallRoute; readonly email: string };
  /** Controls the platform simulator. */
  readonly platform: (instruction: object) => Promise<unknown>;
  readonly endpoint: { readonly webhook_url: string; readonly platform_verify_token: string };
}

const isRoute = (name: string): name is RouteName => Object.hasOwn(methodsOf, name);

const callsOf = ({ call, member, invitee }: StackCallers, as: Caller): CallRoute => {
  if (as === 'owner') return member;
  return as === 'invited' ? invitee.call : call;
};

/** What a call begins is done in the background: reports are found and counted, rows of an import become customers. */
const awaitBackground = async ({ call }: StackCallers, phone_number_id: string): Promise<void> => {
  const message_id = 'wamid.found';
  await call('report-partner-message-status', { phone_number_id, message_id, status: 'sent' });
  await until(
    () => call('search-partner-delivery-events', { message_id }),
    ({ total }) => total === 1,
  );
  await until(
    () => call('get-partner-usage', {}),
    ({ usage }) => (usage.totals.reports ?? 0) > 0,
  );
  const row = { external_customer_id: 'row', customer_name: 'Row' };
  const begun = await call('import-partner-customers', { customers: [row, { ...row, customer_name: 'Another name' }] });
  const ended = await until(
    () => call('get-partner-customer-import', { import_id: begun.import.id }),
    ({ import: { status } }) => status === 'completed',
  );
  expect(ended.import).toMatchObject({ total: 2, created: 1, updated: 1, failed: 0 });
};

/** A person whom no other partner knows: the second mail goes to a user who exists, and the removal deletes that user. */
const inviteTwice = async ({ member }: StackCallers, email: string): Promise<void> => {
  await member('invite-partner-member', { email, role: 'viewer' });
  const invited = await member('invite-partner-member', { email, role: 'viewer' });
  await member('remove-partner-member', { member_id: invited.member.id });
};

/** Makes the usual call of every route with every method. */
export const callEveryRoute = async (callers: StackCallers): Promise<void> => {
  const call: CallAs = async (as, route, given, method) => {
    if (!isRoute(route)) throw new Error(`the client has no route ${route}`);
    return { ...(await callsOf(callers, as)(route, given, method)) };
  };
  const ground = await stackGround({ ...callers, call, invitee: callers.invitee.email });
  for (const { route, methods } of routes) {
    const [usual] = sceneOf(route).cases;
    for (const method of methods) await call(usual.as ?? 'partner', route, await usual.given(ground), method);
  }
  await awaitBackground(callers, await ground.reportingNumber());
  await inviteTwice(callers, await ground.outsider());
};
