import { receiver } from '../../../receiver.mjs';

export const { fetch: GET, fetch: POST } = receiver;
