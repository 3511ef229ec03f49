import { createServer } from 'node:http';
import { listening, receiver } from './receiver.mjs';

const server = createServer(receiver.node).listen(0, '127.0.0.1', () => listening(server.address().port));
