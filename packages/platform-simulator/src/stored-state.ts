import { z } from 'zod';
import { HealthError } from './control-instructions.ts';
import { freshId } from './state.ts';
import type { State } from './state.ts';

const Waba = z.object({
  id: z.string(),
  name: z.string(),
  // Absent in files of older versions, as are the other fields with a default.
  portfolioId: z.string().optional(),
  subscribed: z.boolean(),
  overrideCallbackUri: z.string().nullable(),
  refuses: z.literal([10, 33, 200, 368, 131031]).nullable().default(null),
  otherApps: z.array(z.string()).default([]),
  healthErrors: z.array(HealthError).default([]),
  fields: z.record(z.string(), z.unknown()).default({}),
});

const PhoneNumber = z.object({
  id: z.string(),
  wabaId: z.string(),
  registered: z.boolean(),
  registrations: z.array(z.number()),
  registrationsLockedUntil: z.number().default(0),
  onboardedAt: z.number(),
  overrideCallbackUri: z.string().nullable(),
  twoStep: z
    .object({
      pin: z.string().nullable(),
      ignored: z.boolean(),
      wrongTries: z.number(),
      lock: z.object({ kind: z.enum(['too_many', 'too_fast']), until: z.number() }).nullable(),
    })
    .default({ pin: null, ignored: false, wrongTries: 0, lock: null }),
  hindrance: z
    .object({ kind: z.enum(['recently_deleted', 'deregistration_incomplete', 'name_in_review']), since: z.number() })
    .nullable()
    .default(null),
  synced: z.array(z.string()).default([]),
  verificationCode: z.string().nullable().default(null),
  dataLocalizationRegion: z.string().nullable().default(null),
  username: z
    .object({ username: z.string(), status: z.enum(['approved', 'reserved']) })
    .nullable()
    .default(null),
  fields: z.record(z.string(), z.unknown()),
});

const Template = z.object({
  id: z.string(),
  wabaId: z.string(),
  order: z.number(),
  fields: z.looseObject({
    name: z.string(),
    language: z.string(),
    category: z.string(),
    status: z.string(),
    components: z.array(z.unknown()),
  }),
});

const SignUpCode = z.object({
  code: z.string(),
  wabaId: z.string(),
  portfolioId: z.string().optional(),
  redirectUri: z.string().nullable(),
  expiresAt: z.number(),
  used: z.boolean(),
});

const AccessToken = z.object({
  token: z.string(),
  wabaId: z.string(),
  portfolioId: z.string().optional(),
  userId: z.string(),
  issuedAt: z.number(),
  expiresAt: z.number().nullable(),
  // A boolean in files of older versions.
  ended: z
    .union([z.enum(['expired', 'uninstalled']).nullable(), z.boolean()])
    .transform((ended) => (typeof ended === 'boolean' ? (ended ? ('expired' as const) : null) : ended)),
});

const Stored = z.object({
  wabas: z.array(Waba),
  numbers: z.array(PhoneNumber),
  templates: z.array(Template),
  codes: z.array(SignUpCode),
  tokens: z.array(AccessToken),
  blockedNames: z.array(z.object({ wabaId: z.string(), name: z.string(), until: z.number() })).default([]),
});

/** @throws Error when the text is not a state */
export function parseState(text: string): State {
  const stored = Stored.parse(JSON.parse(text));
  const state: State = {
    wabas: new Map(),
    numbers: new Map(stored.numbers.map((number) => [number.id, number])),
    templates: new Map(stored.templates.map((template) => [template.id, template])),
    codes: new Map(),
    tokens: new Map(),
    blockedNames: stored.blockedNames,
    lastOrder: stored.templates.reduce((last, { order }) => Math.max(last, order), 0),
  };
  for (const { portfolioId = freshId(state), ...waba } of stored.wabas) {
    state.wabas.set(waba.id, { ...waba, portfolioId });
  }
  const portfolioOf = (wabaId: string): string => state.wabas.get(wabaId)?.portfolioId ?? freshId(state);
  for (const { portfolioId, ...code } of stored.codes) {
    state.codes.set(code.code, { ...code, portfolioId: portfolioId ?? portfolioOf(code.wabaId) });
  }
  for (const { portfolioId, ...token } of stored.tokens) {
    state.tokens.set(token.token, { ...token, portfolioId: portfolioId ?? portfolioOf(token.wabaId) });
  }
  return state;
}

export function serialise(state: State): string {
  return JSON.stringify({
    wabas: [...state.wabas.values()],
    numbers: [...state.numbers.values()],
    templates: [...state.templates.values()],
    codes: [...state.codes.values()],
    tokens: [...state.tokens.values()],
    blockedNames: state.blockedNames,
  });
}
