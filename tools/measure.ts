/** `npm run measure`: measures what calls cost, in minutes, and writes the pages of the figures. */
import { writeFile } from 'node:fs/promises';
import { measureDeliveries } from './access-patterns/deliveries.ts';
import { measureRelayedCallbacks } from './access-patterns/relayed-callbacks.ts';
import { measureAccessPatterns } from './access-patterns/measure.ts';
import { accessPatternsPage } from './docs/access-patterns-page.ts';
import { capacityPage } from './docs/capacity-page.ts';
import { costPage } from './docs/cost-page.ts';

const root = new URL('../', import.meta.url);
await writeFile(
  new URL('docs/access-patterns.md', root),
  accessPatternsPage(await measureAccessPatterns(), await measureDeliveries(), await measureRelayedCallbacks()),
);
await writeFile(new URL('docs/operations/cost.md', root), await costPage());
await writeFile(new URL('docs/capacity.md', root), await capacityPage());
