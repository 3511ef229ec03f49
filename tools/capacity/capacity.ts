/** `npm run capacity`: simulates the load that the service sustains within the limits of AWS, with the service's own planners. */
import { runCapacity } from './run.ts';

process.exitCode = await runCapacity(process.argv);
