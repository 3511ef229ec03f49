import * as z from 'zod/mini';
import { uuid } from '../../api/fields.ts';
import { partnerShards } from '../../kernel/due.ts';
import { timeOfId } from '../../domain/size.ts';
import { isoOf, type Milliseconds } from '../../kernel/time.ts';
import { readAuditEntry, type AuditEntry } from '../../store/partners/audit.ts';
import { workKeyOfKind } from '../../store/table/keys.ts';
import type { Table } from '../../store/table/table.ts';
import { readPartnerShard } from '../../store/webhooks/partner-shard.ts';
import { traceEntries, type TracedEntry } from '../../store/webhooks/traced-entries.ts';
import { command } from '../command.ts';

/** A call that began before its id was made is none; clocks of environments differ by less. */
const clockSkew: Milliseconds = 60_000;
/** Customers of one question. */
const mostCustomers = 50;
/** Parked and undelivered events whose customers are looked at when none is named. */
const mostParked = 200;

/** Customers of the partner with an event that was not delivered, or waits. */
const customersOfWaiting = async (table: Table, partnerId: string): Promise<readonly string[]> => {
  const pages = await Promise.all(
    partnerShards.map((shard) => readPartnerShard(table, shard, partnerId, { limit: mostParked })),
  );
  const hints = pages.flatMap(({ events }) => events.map(({ hint }) => hint));
  return Array.from(new Set(hints.map((hint) => workKeyOfKind('event', hint).customerId))).slice(0, mostCustomers);
};

/** Without values: they are the customer's. */
const shownEntry = ({ customerId, entry, event, attempts }: TracedEntry) => ({
  customer_id: customerId,
  entry_id: entry.id,
  request_id: entry.request_id,
  happened: entry.event,
  origin: entry.origin,
  actor: entry.actor,
  changed_fields: entry.changed_fields,
  related: entry.related,
  created_at: entry.created_at,
  event:
    event === null
      ? null
      : {
          event_id: event.event.id,
          type: event.type,
          sequence: event.sequence,
          state: event.state,
          attempts: attempts.map(({ at, status, milliseconds, error, probe }) => ({
            at,
            status,
            milliseconds,
            error,
            probe,
          })),
        },
});

const shownAudit = ({ actor, action, subject, at }: AuditEntry) => ({ actor, action, subject, at });

/** What the table knows of a call, by its request id, or of an event: the changes, their events and their attempts. */
export const traceChange = command({
  input: z.object({
    id: uuid,
    partner_id: z.optional(uuid),
    customer_ids: z.optional(z.array(uuid).check(z.maxLength(mostCustomers))),
  }),
  run: async ({ table }, _run, { id, partner_id: partnerId, customer_ids: customerIds }) => {
    const at = timeOfId(id);
    const audit = await readAuditEntry(table, isoOf(at), id);
    if (partnerId === undefined) return { audit: audit === null ? null : shownAudit(audit), entries: [] };
    const customers = customerIds ?? (await customersOfWaiting(table, partnerId));
    const found = await Promise.all(
      customers.map((customerId) => traceEntries(table, partnerId, customerId, id, at - clockSkew)),
    );
    return { audit: audit === null ? null : shownAudit(audit), entries: found.flat().map(shownEntry) };
  },
});
