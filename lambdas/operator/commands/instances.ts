import * as z from 'zod/mini';
import { text, uuid } from '../../api/fields.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Instance } from '../../domain/instance.ts';
import { releaseInstance } from '../../lines/release-instance.ts';
import { readInstance } from '../../store/instances/instances.ts';
import { ownerOf, readMerges } from '../../store/customers/merges.ts';
import type { Table } from '../../store/table/table.ts';
import { command } from '../command.ts';
import { requirePartner } from '../../store/partners/partners.ts';

const connectionOf = ({ connection: { connected_at, token_expires_at, last_error } }: Instance) => ({
  connected_at,
  token_expires_at,
  last_error,
});

const shown = async (table: Table, partnerId: string, instance: Instance) => ({
  id: instance.id,
  partner_customer_id: ownerOf(await readMerges(table, partnerId), instance.partner_customer_id),
  status: instance.status,
  slot_state: instance.slot_state,
  platform_phone_number_id: instance.platform_phone_number_id,
  platform_waba_id: instance.platform_waba_id,
  platform_status: instance.platform_status,
  quality_rating: instance.quality_rating,
  callback: instance.callback,
  coexistence: instance.coexistence,
  connection: connectionOf(instance),
  created_at: instance.created_at,
  updated_at: instance.updated_at,
});

export const showInstance = command({
  input: z.object({ partner_id: uuid, instance_id: uuid }),
  run: async (deps, _run, { partner_id: partnerId, instance_id: id }) => {
    await requirePartner(deps.table, partnerId);
    const record = await readInstance(deps.table, partnerId, id);
    if (record === null) throw notFound('the instance');
    return {
      instance: await shown(deps.table, partnerId, record.instance),
      has_token: record.sealedToken !== null,
    };
  },
});

/** Frees the slot and the number of an instance whose deactivation failed. The history of the customer has the reason. */
export const forceRelease = command({
  input: z.object({ partner_id: uuid, instance_id: uuid, reason: text(1, 500) }),
  run: async (deps, run, { partner_id: partnerId, instance_id: id, reason }) => {
    await requirePartner(deps.table, partnerId);
    const clauses = [run.audit({ partner_id: partnerId, instance_id: id })];
    const released = await releaseInstance(deps, { partnerId, cause: run.cause, reason, clauses }, id, run.now);
    return { instance: await shown(deps.table, partnerId, released) };
  },
});
