import * as z from 'zod/mini';
import { customerEventTypes, eventTypes, optionalEventTypes } from '../../domain/event.ts';
import type { EventSubscription } from '../../store/partners/event-subscription.ts';

export const eventTypeChoiceView = z.object({
  type: z.enum(eventTypes),
  subscribed: z.boolean().check(z.meta({ description: 'Whether events of the type are sent to the partner.' })),
  optional: z.boolean().check(z.meta({ description: 'Whether the partner chooses. The others are always sent.' })),
});

export const shownEventTypes = ({
  types,
}: Pick<EventSubscription, 'types'>): readonly z.input<typeof eventTypeChoiceView>[] => [
  ...customerEventTypes.map((type) => ({ type, subscribed: true, optional: false })),
  ...optionalEventTypes.map((type) => ({ type, subscribed: types.has(type), optional: true })),
];
