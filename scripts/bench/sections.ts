import { loadedPages } from './delivery/loaded-pages.ts';
import { deliveryPages } from './delivery/pages.ts';
import { deliveryWrites } from './delivery/writes.ts';
import type { Section } from './section.ts';

/** Every section of `npm run bench`, in its order. */
export const sections: readonly Section[] = [deliveryPages, loadedPages, deliveryWrites];
