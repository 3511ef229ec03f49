import type { Actor } from './actor.ts';
import { connectionActors } from './connections.ts';
import { customerActors } from './customers.ts';
import { lineActors } from './lines.ts';
import { platformActors } from './platform.ts';
import { raceActors } from './races.ts';
import { reportActors } from './reports.ts';
import { teamActors } from './team.ts';
import { templateActors } from './templates.ts';
import { webhookActors } from './webhooks.ts';

export const actors: readonly Actor[] = [
  ...connectionActors,
  ...lineActors,
  ...customerActors,
  ...webhookActors,
  ...reportActors,
  ...templateActors,
  ...platformActors,
  ...teamActors,
  ...raceActors,
];
