import * as z from 'zod/mini';
import { slotNotifications } from '../../domain/slot-notifications.ts';
import { isoOf } from '../../kernel/time.ts';
import type { Partner } from '../../store/partners/callers.ts';
import { commit } from '../../store/table/commit.ts';
import {
  listPartnerKeys,
  listPartners,
  newPartnerClauses,
  nextPartner,
  partnerClause,
  requirePartner,
} from '../../store/partners/partners.ts';
import { readSlots, slotLimitClause } from '../../store/instances/slots.ts';
import { notificationClauses } from '../../store/notifications/notifications.ts';
import { command, retried } from '../command.ts';
import { text, uuid } from '../../api/fields.ts';

export const createPartner = command({
  input: z.object({ name: text(1, 200) }),
  run: async (deps, run, { name }) => {
    const at = isoOf(run.now);
    const partner: Partner = {
      partner_id: deps.newId(run.now),
      name,
      status: 'active',
      created_at: at,
      updated_at: at,
      limits: {},
      sizes: [],
      revision: 1,
    };
    await commit(deps.table, [
      ...newPartnerClauses(deps.table, partner),
      run.audit({ partner_id: partner.partner_id }),
    ]);
    return { partner };
  },
});

export const listAllPartners = command({
  input: z.object({}),
  run: async (deps) => ({ partners: await listPartners(deps.table) }),
});

export const showPartner = command({
  input: z.object({ partner_id: uuid }),
  run: async (deps, _run, { partner_id: partnerId }) => {
    const [partner, keys, slots] = await Promise.all([
      requirePartner(deps.table, partnerId),
      listPartnerKeys(deps.table, partnerId),
      readSlots(deps.table, partnerId),
    ]);
    return { partner, active_keys: keys.filter((key) => key.revoked_at === null).length, slots };
  },
});

/** Caches follow within 60 seconds. An equal status changes nothing. */
const changeStatus = (status: Partner['status']) =>
  retried({
    input: z.object({ partner_id: uuid }),
    run: async (deps, run, { partner_id: partnerId }) => {
      const partner = await requirePartner(deps.table, partnerId);
      if (partner.status === status) return { partner };
      const next = { ...nextPartner(partner, run.now), status };
      await commit(deps.table, [partnerClause(deps.table, next), run.audit({ partner_id: partnerId })]);
      return { partner: next };
    },
  });

/** All calls of its keys and members are refused. Its data stays, and its events are delivered. */
export const suspendPartner = changeStatus('suspended');
export const resumePartner = changeStatus('active');

/**
 * Sets how many instances of the partner may take a slot; null for no limit. Taken slots stay taken. Members are notified when
 * 80 % or more of a new limit are taken.
 */
export const limitSlots = retried({
  input: z.object({ partner_id: uuid, slot_limit: z.nullable(z.int().check(z.gte(0))) }),
  run: async (deps, run, { partner_id: partnerId, slot_limit: limit }) => {
    const { table, newId } = deps;
    const [, before] = await Promise.all([requirePartner(table, partnerId), readSlots(table, partnerId)]);
    const news = slotNotifications(before, { ...before, limit });
    await commit(table, [
      ...(before.limit === limit ? [] : [slotLimitClause(table, partnerId, before, limit)]),
      run.audit({ partner_id: partnerId, slot_limit: String(limit) }),
      ...(news.length === 0 ? [] : notificationClauses(table, newId)(partnerId, news, run.now)),
    ]);
    return { partner_id: partnerId, slots: await readSlots(table, partnerId) };
  },
});
