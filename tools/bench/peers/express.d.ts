/** The part of express that the peer uses. */
declare module 'express' {
  import type { IncomingMessage, ServerResponse } from 'node:http';
  type Next = () => void;
  type Handler = (request: IncomingMessage & { body?: unknown }, response: Reply, next: Next) => void;
  interface Reply extends ServerResponse {
    json(body: unknown): void;
  }
  interface Application {
    (request: IncomingMessage, response: ServerResponse): void;
    use(handler: Handler): void;
    patch(path: string, handler: Handler): void;
  }
  export default function express(): Application;
}
