import { listening, receiver } from './receiver.mjs';

Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: ({ port }) => listening(port) }, receiver.fetch);
