/** `npm run listen`: forwards the events of a partner to a developer's machine. */
import { project } from './place.ts';
import { runListen } from './run.ts';

await runListen(project);
