import {
  instanceTransitions,
  type InstanceStatus,
  type InstanceTrigger,
} from '../../lambdas/domain/states/instance-states.ts';
import { drawn, type Arrow, type Box, type Look } from './diagram.ts';

type Place = Omit<Box, 'title' | 'width'>;

/** Where each status stands. The compiler names one that is missing. */
const places: Readonly<Record<InstanceStatus, Place>> = {
  created: { x: 220, y: 70, tone: 'quiet', lines: ['there is no link yet'] },
  awaiting_connection: { x: 220, y: 190, tone: 'waiting', lines: ['a link is open'] },
  connecting: { x: 220, y: 310, tone: 'waiting', lines: ['the customer is back'] },
  connected: { x: 540, y: 310, tone: 'good', lines: ['it sends and receives'] },
  degraded: { x: 540, y: 190, tone: 'waiting', lines: ['it works in part'] },
  reconnect_required: { x: 540, y: 70, tone: 'bad', lines: ['it needs a new link'] },
  deactivating: { x: 380, y: 446, tone: 'waiting', lines: ['its callback is removed'] },
  inactive: { x: 220, y: 566, tone: 'quiet', lines: ['its slot is free'] },
  deactivation_failed: { x: 540, y: 566, tone: 'bad', lines: ['call again: it goes on'] },
};

interface Way {
  readonly from: InstanceStatus;
  readonly to: InstanceStatus;
  readonly triggers: readonly string[];
}

const isStatus = (name: string): name is InstanceStatus => name in instanceTransitions;
const statuses = Object.keys(places).filter(isStatus);

/** Drawn once for all of them, as a frame. */
const ofEvery: InstanceTrigger = 'begin_deactivation';

const words = (trigger: string): string => trigger.replaceAll('_', ' ');

/** The ways from one status to another, each with what leads there. */
const ways = (): readonly Way[] =>
  statuses.flatMap((from) => {
    const moves = Object.entries(instanceTransitions[from]).filter(([, to]) => to !== from);
    return Array.from(Map.groupBy(moves, ([, to]) => to)).map(([to, some]) => ({
      from,
      to,
      triggers: some.map(([trigger]) => trigger),
    }));
  });

const isFramed = (status: InstanceStatus): boolean => places[status].y < places.deactivating.y;

const arrowOf = (all: readonly Way[], { from, to, triggers }: Way): Arrow => {
  const isPair = all.some((other) => other.from === to && other.to === from);
  const isFar = places[from].x === places[to].x && Math.abs(places[from].y - places[to].y) > 200;
  return {
    from,
    to,
    label: triggers.map(words).join(', '),
    bend: isFar ? -118 : isPair ? 22 : 0,
    tone: places[to].tone ?? 'plain',
  };
};

/** The states of a line, from the table by which the service moves it. */
export const statesPicture = (look: Look): string => {
  const all = ways();
  const shown = all.filter(({ from, triggers }) => !(isFramed(from) && triggers.includes(ofEvery)));
  const boxes = Object.fromEntries(
    statuses.map((status) => [status, { ...places[status], title: status, width: 190 }]),
  );
  const frame = { x: 86, y: 22, width: 664, height: 336, title: '' };
  const arrows: readonly Arrow[] = shown.map((way) => arrowOf(all, way));
  const gate: Arrow = {
    from: { x: places.deactivating.x, y: frame.y + frame.height },
    to: 'deactivating',
    label: `${words(ofEvery)}, from each above`,
    tone: 'waiting',
  };
  return drawn({ width: 770, height: 616, boxes, frames: [frame], arrows: [...arrows, gate] }, look);
};
