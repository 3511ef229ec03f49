/** Requests of Node.js and of the frameworks on it, by the members that are read. */
import { alreadyRead, fitting, readAll } from './raw-body.ts';
import type { ReceivedHeaders } from './webhook.ts';

export interface NodeRequest extends AsyncIterable<unknown> {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Express: the address before a router removed its part. */
  readonly originalUrl?: string | undefined;
  readonly headers: Exclude<ReceivedHeaders, { readonly get: unknown }>;
  /** Bytes, when `express.raw()` or the like has read the body. */
  readonly body?: unknown;
  /** What platforms and plug-ins keep of the body beside the parsed one. */
  readonly rawBody?: unknown;
  readonly readableEnded?: boolean | undefined;
}

export interface NodeResponse {
  readonly writeHead: (status: number, headers: Record<string, string>) => unknown;
  readonly end: (text: string) => unknown;
}

const isRaw = (body: unknown): body is string | Uint8Array => typeof body === 'string' || body instanceof Uint8Array;

/** @throws NoRawBody */
export const bodyOfNode = async (request: NodeRequest): Promise<Uint8Array> => {
  const raw = [request.rawBody, request.body].find(isRaw);
  if (raw !== undefined) return fitting(raw);
  if (request.readableEnded === true) throw alreadyRead();
  return readAll(request);
};
