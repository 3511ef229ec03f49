/** An endpoint that takes every event. It has its own process, so that its time is not counted. */
import { createServer } from 'node:http';
import { serve } from '../../speed/serve.ts';

serve(
  createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200).end();
    });
  }),
);
