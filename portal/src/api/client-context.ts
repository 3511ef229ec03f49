import { createContext, use } from 'react';
import type { PortalClient } from './portal-client.ts';

export const ClientContext = createContext<PortalClient | null>(null);

export const useClient = (): PortalClient => {
  const client = use(ClientContext);
  if (client === null) throw new Error('there is no client here');
  return client;
};
