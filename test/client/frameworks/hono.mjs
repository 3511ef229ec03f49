import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { listening, receiver } from './receiver.mjs';

const app = new Hono();
app.all('/hooks/*', (context) => receiver.fetch(context.req.raw));
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => listening(port));
