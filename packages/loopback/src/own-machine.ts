import type { IncomingMessage } from 'node:http';

const names = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Whether the Host is not this machine's own. A page whose name resolves to this machine has its own name there: DNS rebinding, by which it
 * could read every answer. The port may be another one, that of a tunnel.
 */
export const isForeignHost = ({ headers: { host = '' } }: IncomingMessage): boolean =>
  !names.includes(host.toLowerCase().replace(/:\d+$/, ''));

/** Whether the page of another site sent the request. A browser names the site of every POST and DELETE, and of no plain reading. */
export const isForeignSite = ({ headers: { origin } }: IncomingMessage): boolean =>
  origin !== undefined && !(URL.canParse(origin) && names.includes(new URL(origin).hostname));
