import Fastify from 'fastify';
import { listening, receiver } from './receiver.mjs';

const app = Fastify();
app.register(async (hooks) => {
  // Leaves the body to the receiver, for these routes only.
  hooks.removeAllContentTypeParsers();
  hooks.addContentTypeParser('*', (request, body, done) => done(null));
  hooks.all('/hooks/*', (request, reply) => {
    reply.hijack();
    return receiver.node(request.raw, reply.raw);
  });
});
await app.listen({ port: 0, host: '127.0.0.1' });
listening(app.server.address().port);
