import { z } from 'zod';
import { statusOfCode } from '../../lambdas/kernel/errors.ts';
import type { SentCommand } from '../harness/sent-commands.ts';
import type { Draft } from './draft.ts';

/** The answer to a request. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** The commands that the call sent to the table. */
  readonly sent: readonly SentCommand[];
}

/** Values that an answer must not contain. */
export interface Others {
  readonly secret: string;
  readonly names: readonly string[];
  /** Names that the caller sent itself, now or before. It may have a record of that name. */
  readonly said: ReadonlySet<string>;
}

export const errorEnvelope = z.strictObject({
  error: z.strictObject({ code: z.string(), message: z.string().min(1), details: z.unknown().optional() }),
});
const statuses: Readonly<Record<string, number>> = statusOfCode;
export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Texts that show internals. */
const inside = /node_modules|\.[jt]s:\d+|Exception|dynamodb|amazonaws|\bundefined\b|\[object /i;

const ofHeaders = ({ headers, status }: Answer): readonly string[] => [
  ...(uuid.test(String(headers['x-request-id'])) ? [] : ['no x-request-id']),
  ...(status === 204 || headers['content-type'] === 'application/json; charset=utf-8' ? [] : ['not JSON by its type']),
  ...Object.entries(headers).flatMap(([name, value]) =>
    /[^\x20-\x7e]/.test(`${name}${String(value)}`) ? [`a header that can't be sent: ${name}`] : [],
  ),
];

const ofFailure = ({ status }: Answer, body: unknown): readonly string[] => {
  const parsed = errorEnvelope.safeParse(body);
  if (!parsed.success) return ['outside the error envelope'];
  const { code, message } = parsed.data.error;
  return [
    ...(statuses[code] === status ? [] : [`the code ${code} with the status ${status}`]),
    ...(inside.test(message) ? [`the message shows internals: ${message.slice(0, 80)}`] : []),
  ];
};

const ofSuccess = (draft: Draft, { status }: Answer, body: unknown, partnerId: string): readonly string[] => {
  const envelope = z.looseObject({ ok: z.literal(true), partner_id: z.literal(partnerId) }).safeParse(body);
  if (!envelope.success) return ['outside the success envelope'];
  const { output, statuses: said = [200] } = draft.route.operation;
  return [
    ...(said.some((one) => one === status) ? [] : [`the status ${status}, which the route does not describe`]),
    ...(output.safeParse(body).success ? [] : ['not according to the output schema']),
    ...(draft.mustBeRefused && draft.changes.length === 1 ? ['accepted, although a value has a wrong type'] : []),
  ];
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Data of another partner in the answer, except names that the caller sent itself. */
const ofOthers = ({ text }: Answer, others: Others): readonly string[] => {
  const leaked = others.names.filter((name) => text.includes(name) && !others.said.has(name));
  return [
    ...(text.includes(others.secret) ? ["another partner's data"] : []),
    ...(leaked.length > 0 ? ["another partner's names"] : []),
  ];
};

/** Whether the command reads the caller or the caller's bucket. */
const isOfAdmission = ({ input }: SentCommand): boolean =>
  /"pk":"(KEY|MEMBER)#|PUBLISHABLE_KEYS|"sk":"PARTNER"|#RATE"/.test(input);

/** A call that the rate limit refused reads and changes nothing but its bucket. */
const ofRefusal = ({ status, text, sent }: Answer): readonly string[] => {
  const isRefused = status === 429 && text.includes('too many calls of the class');
  const beyond = isRefused ? sent.filter((command) => !isOfAdmission(command)) : [];
  return beyond.length === 0 ? [] : [`refused by the rate limit, it still sent ${beyond[0]?.name ?? ''}`];
};

/** Whether the command counts the call, or takes it from the limit of all calls of its method. */
const isOfUsualCall = ({ method }: Draft, command: SentCommand): boolean => {
  const [, rateClass] = /#RATE(?:#\d+)?","sk":"([a-z_]+)"/.exec(command.input) ?? [];
  if (rateClass !== undefined) return rateClass === (method === 'GET' ? 'reads' : 'commands');
  return isOfAdmission(command) || /#U#[-0-9]{10}","sk":"N#/.test(command.input);
};

/** A call that its caller must not make takes nothing that the partner's other callers need. */
const ofForbidden = (draft: Draft, { status, sent }: Answer): readonly string[] => {
  const beyond = status === 403 ? sent.filter((command) => !isOfUsualCall(draft, command)) : [];
  return beyond.length === 0 ? [] : [`forbidden, it still sent ${beyond[0]?.name ?? ''}`];
};

/** Twice what the most expensive refused call of a small partner sends. */
const mostCommandsOfRefused = 20;

/** An invented id or time makes no call read what the partner has stored. */
const ofEffort = ({ status, sent }: Answer): readonly string[] =>
  status >= 400 && sent.length > mostCommandsOfRefused ? [`refused after ${sent.length} commands`] : [];

/** The faults of an answer; empty without faults. */
export const judge = (draft: Draft, answer: Answer, partnerId: string, others: Others): readonly string[] => {
  const { status, text } = answer;
  if (status >= 500) return [`the status ${status}`];
  const findings = [...ofHeaders(answer), ...ofOthers(answer, others), ...ofRefusal(answer)];
  findings.push(...ofForbidden(draft, answer), ...ofEffort(answer));
  if (status === 204) return text === '' ? findings : [...findings, 'a body where there is none'];
  const body = parsed(text);
  if (body === undefined) return [...findings, 'not JSON'];
  return [...findings, ...(status >= 400 ? ofFailure(answer, body) : ofSuccess(draft, answer, body, partnerId))];
};
