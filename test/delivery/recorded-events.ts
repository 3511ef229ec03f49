import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Reply } from '../../tools/harness/service.ts';
import { reportedOf, type DeliveryScene } from './delivery-scene.ts';

const items = z.array(z.record(z.string(), z.unknown()));

export const shownEvents = (reply: Reply): z.infer<typeof items> => items.parse(reply.body['items']);

/** An event as the index shows it, once the reports so far are folded. */
export const eventOf = async (scene: DeliveryScene, id: string): Promise<Record<string, unknown>> => {
  await scene.fold();
  const range = { date_from: '2029-10-05', date_to: '2030-01-04', page_size: '200' };
  const found = shownEvents(await scene.query('search-partner-delivery-events', range)).find((it) => it['id'] === id);
  if (found === undefined) throw new Error('the event is not in the index');
  return found;
};

/** The event that a report with these fields becomes. */
export const recordedEvent = async (
  scene: DeliveryScene,
  fields: Record<string, unknown>,
): Promise<Record<string, unknown>> =>
  eventOf(scene, reportedOf(await scene.report({ message_id: randomUUID(), ...fields })).event_id);
