import { listening, receiver } from './receiver.mjs';

listening(Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: receiver.fetch }).port);
