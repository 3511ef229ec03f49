/** `npm run capacity`: what the service sustains, by a simulation of its own planners within the limits of AWS. */
import { runCapacity } from './run.ts';

process.exitCode = await runCapacity(process.argv);
