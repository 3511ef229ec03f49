import type { NewConnectSession } from '../../../../packages/client/src/schemas.ts';

/** Connect links that were made since the portal was opened. The service tells a link only once, and no storage has it. */
const links = new Map<string, NewConnectSession>();

export const rememberLink = (session: NewConnectSession): void => {
  links.set(session.instance_id, session);
};

/** The link of a connect session that is still the line's latest; null when it is not known here. */
export const linkOf = (instanceId: string, sessionId: string): NewConnectSession | null => {
  const link = links.get(instanceId);
  return link?.id === sessionId ? link : null;
};

export const hasMadeLink = (instanceId: string): boolean => links.has(instanceId);
