import { line } from './fields.ts';

/** What a partner key is for. */
export const keyLabel = line(1, 60);
