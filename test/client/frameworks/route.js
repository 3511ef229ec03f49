// A route handler of Next.js, which is called with a web-standard request.
import { receiver } from './receiver.mjs';

export const { fetch: GET, fetch: POST } = receiver;
