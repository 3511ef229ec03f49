import { receiver } from './receiver.mjs';

export default { fetch: receiver.fetch };
