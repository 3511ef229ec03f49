import { areas } from './areas.ts';
import { main } from './main.ts';
import { openStage } from './open-stage.ts';
import { processTerminal } from './terminal.ts';

process.exitCode = await main(process.argv.slice(2), areas, processTerminal(), openStage);
