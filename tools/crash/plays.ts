import type { Play } from './play.ts';
import { auditPlays } from './plays/audit.ts';
import { callPlays } from './plays/calls.ts';
import { connectPlays } from './plays/connecting.ts';
import { endingPlays } from './plays/endings.ts';
import { eventListPlays } from './plays/event-list.ts';
import { refreshPlays } from './plays/instance-refresh.ts';
import { operatorPlays } from './plays/operator.ts';
import { callbackPlays } from './plays/platform-callbacks.ts';
import { reportPlays } from './plays/reports.ts';
import { scenePlays } from './plays/scenes.ts';
import { searchPlays } from './plays/searches.ts';
import { slotPlays } from './plays/slots.ts';
import { teamPlays } from './plays/team.ts';
import { toldPlays } from './plays/told-changes.ts';
import { usagePlays } from './plays/usage.ts';
import { workerPlays } from './plays/workers.ts';

/** The table of plays: every command and every worker. */
export const plays: readonly Play[] = [
  ...scenePlays,
  ...callPlays,
  ...operatorPlays,
  ...connectPlays,
  ...callbackPlays,
  ...workerPlays,
  ...endingPlays,
  ...refreshPlays,
  ...reportPlays,
  ...eventListPlays,
  ...searchPlays,
  ...slotPlays,
  ...teamPlays,
  ...usagePlays,
  ...auditPlays,
  ...toldPlays,
];
