#!/usr/bin/env node
/** `swift-worker-listen`: the same as a package, on the machine of a partner's developer. */
import { elsewhere } from './place.ts';
import { runListen } from './run.ts';

await runListen(elsewhere);
