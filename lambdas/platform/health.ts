import * as z from 'zod/mini';
import { mostHealthErrors, type HealthError } from '../domain/instance.ts';
import { openText } from './open-text.ts';

/** Whether a number can send, and what hinders it. */
export interface NumberHealth {
  readonly canSendMessage: string | null;
  /** What blocks it comes before what limits it. */
  readonly errors: readonly HealthError[];
  /** What the platform adds, such as why it limits a number. */
  readonly notes: readonly string[];
}

/** A sentence of the platform has a few hundred characters. */
const longestText = 300;
const shownText = z.pipe(
  openText,
  z.transform((text) => text?.slice(0, longestText).toWellFormed() ?? null),
);

/** The well-formed items of a list; none for anything else. */
const listOf = <Item>(item: z.ZodMiniType<Item>) =>
  z.pipe(
    z.catch(z.array(z.catch(z.nullable(item), null)), []),
    z.transform((items) => items.filter((one) => one !== null)),
  );

const code = z.union([
  z.int(),
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/)),
    z.transform((digits) => Number(digits)),
  ),
]);

const Entity = z.object({
  entity_type: z.string().check(z.maxLength(longestText)),
  can_send_message: openText,
  errors: listOf(z.object({ error_code: code, error_description: shownText, possible_solution: shownText })),
  additional_info: listOf(shownText),
});

/**
 * Errors of calls: an entity has one list of errors, for messages and for calls.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/calling/troubleshooting
 */
const isOfCalls = (error: number): boolean => error >= 138_000 && error < 139_000;

const errorsOf = (entities: readonly z.infer<typeof Entity>[]): readonly HealthError[] => {
  const rank = ({ can_send_message: able }: z.infer<typeof Entity>): number => (able === 'BLOCKED' ? 0 : 1);
  return entities
    .toSorted((left, right) => rank(left) - rank(right))
    .flatMap(({ entity_type: entity, errors }) =>
      errors.map((error) => ({
        entity,
        code: error.error_code,
        description: error.error_description,
        remedy: error.possible_solution,
      })),
    )
    .filter((error) => !isOfCalls(error.code))
    .slice(0, mostHealthErrors);
};

const notesOf = (entities: readonly z.infer<typeof Entity>[]): readonly string[] =>
  Array.from(new Set(entities.flatMap(({ additional_info: notes }) => notes))).slice(0, mostHealthErrors);

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/support/health-status */
export const healthStatus = z.pipe(
  z.catch(z.optional(z.object({ can_send_message: openText, entities: listOf(Entity) })), undefined),
  z.transform((health): NumberHealth => {
    const hindering = (health?.entities ?? []).filter(({ can_send_message: able }) => able !== 'AVAILABLE');
    return {
      canSendMessage: health?.can_send_message ?? null,
      errors: errorsOf(hindering),
      notes: notesOf(hindering),
    };
  }),
);
