import { complainOf } from '../packages/terminal/src/output.ts';
import { areas } from './areas.ts';
import { exitCodes } from './failure.ts';
import { main } from './main.ts';
import { openStage } from './open-stage.ts';
import { processTerminal } from './terminal.ts';

try {
  process.exitCode = await main(process.argv.slice(2), areas, processTerminal(), openStage);
} catch (error) {
  complainOf(error);
  process.exitCode = exitCodes.unreachable;
}
