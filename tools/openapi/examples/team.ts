import type { Examples } from './example.ts';
import { at, later, partnerId, pageOf } from './records.ts';

const member = {
  id: '01980000-0000-7000-8000-0000000000b1',
  email: 'jo@partner.example',
  role: 'developer',
  status: 'active',
  created_at: at,
};
const invitation = { partner_id: partnerId, name: 'Aurora Software', role: 'viewer', invited_at: at };
const key = {
  id: 'k7Qm2xV9pL3a',
  status: 'active',
  scopes: ['customers.read', 'customers.write'],
  created_at: at,
  expires_at: '2026-09-01T00:00:00.000Z',
  revoked_at: null,
  last_used_day: null,
  label: 'Nightly import',
  issued_by: member.id,
};
const { id, email } = member;

export const teamExamples: Examples = {
  'get-partner-member': {
    request: {},
    responses: {
      200: {
        member: {
          id,
          email,
          role: 'viewer',
          scopes: ['customers.read', 'instances.read', 'templates.read', 'platform_risk.read'],
          partners: [{ partner_id: partnerId, name: 'Aurora Software', role: 'viewer' }],
        },
        partner: {
          partner_id: partnerId,
          name: 'Aurora Software',
          status: 'active',
          slot_limit: 20,
          slots_occupied: 7,
        },
        invitations: [{ ...invitation, partner_id: '01980000-0000-7000-8000-0000000000b2', name: 'Borealis' }],
      },
    },
  },
  'list-partner-members': { request: { page: 1, page_size: 50 }, responses: { 200: pageOf(member) } },
  'invite-partner-member': {
    request: { email, role: 'developer' },
    responses: { 201: { member: { ...member, status: 'pending' } } },
  },
  'update-partner-member': {
    request: { member_id: id, role: 'admin' },
    responses: { 200: { member: { ...member, role: 'admin' } } },
  },
  'remove-partner-member': {
    request: { member_id: id },
    responses: { 200: { member, keys: [{ ...key, last_used_day: '2026-03-01' }] } },
  },
  'accept-partner-invitation': { request: { partner_id: partnerId }, responses: { 200: { member } } },
  'decline-partner-invitation': { request: { partner_id: partnerId }, responses: { 200: { invitation } } },
  'leave-partner': { request: { partner_id: partnerId }, responses: { 200: { member } } },
  'list-partner-api-keys': {
    request: { page: 1, page_size: 50 },
    responses: { 200: pageOf({ ...key, last_used_day: '2026-03-01' }) },
  },
  'issue-partner-api-key': {
    request: { scopes: key.scopes, expires_at: key.expires_at, label: key.label },
    responses: { 201: { key, api_key: `partner_live_${key.id}_…` } },
  },
  'revoke-partner-api-key': {
    request: { key_id: key.id },
    responses: { 200: { key: { ...key, status: 'revoked', revoked_at: later } } },
  },
};
