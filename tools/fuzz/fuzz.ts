import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isForThemselves } from '../../lambdas/domain/access.ts';
import { loadedRoutes } from '../openapi/loaded-routes.ts';
import type { TestTable } from '../harness/test-table.ts';
import { tryCallback } from './callbacks.ts';
import type { Change } from './change.ts';
import { tryCustomerFile } from './customer-files.ts';
import type { Dice } from './dice.ts';
import { bodyBytes, draftOf, queryText, type Draft } from './draft.ts';
import { envelopeChanges } from './envelope-changes.ts';
import { Findings } from './findings.ts';
import { judge, type Answer } from './judge.ts';
import { LearnedNames } from './learned-names.ts';
import { parameterChanges } from './parameter-changes.ts';
import { canary } from './plausible.ts';
import { askOnWire } from './wire.ts';
import { openStage, type Stage } from './stage.ts';

export interface FuzzResult {
  readonly requests: number;
  readonly byStatus: ReadonlyMap<number, number>;
  /** Callbacks that arrived at an endpoint. */
  readonly callbacks: number;
  readonly findings: Findings;
}

/** Concurrent requests, so that they also conflict in the table. */
const concurrency = 16;
/** After so many requests a new partner is used, because the old one has too many records. */
const requestsOfPartner = 3_000;

const changes: readonly (readonly [string, Change])[] = [
  ...Object.entries(parameterChanges),
  ...Object.entries(parameterChanges),
  ...Object.entries(envelopeChanges),
];

const changed = (draft: Draft, stage: Stage, dice: Dice): Draft => {
  const count = dice.pick([0, 1, 1, 1, 1, 2, 2, 3]);
  const surroundings = { foreign: stage.victim.names, bearers: stage.bearers };
  let it = draft;
  for (let made = 0; made < count; made += 1) {
    const [name, change] = dice.any(changes) ?? ['', (same: Draft) => same];
    it = { ...change(it, surroundings, dice), changes: [...it.changes, name] };
  }
  return it;
};

const newDraft = (stage: Stage, learned: LearnedNames, dice: Dice): Draft => {
  const route = dice.any(loadedRoutes) ?? loadedRoutes[0];
  if (route === undefined) throw new Error('the service has no routes');
  const isMembers = isForThemselves(route.audience);
  const bearer = isMembers || dice.chance(0.1) ? dice.pick(stage.bearers) : stage.bearers[0];
  const headers = {
    apikey: stage.service.apikey,
    authorization: `Bearer ${bearer}`,
    ...(dice.chance(0.3) ? { 'idempotency-key': randomUUID() } : {}),
  };
  return changed(draftOf(route, learned.names, headers, dice), stage, dice);
};

const textOf = (draft: Draft): string =>
  [...draft.query.flat(), queryText(draft), bodyBytes(draft).toString('utf8')].join('\n');

/** A command that succeeded with a key must have the same answer when it is repeated, byte for byte. */
const repeated = async (stage: Stage, draft: Draft, first: Answer, findings: Findings): Promise<number> => {
  const isKept = draft.headers['idempotency-key'] !== undefined && draft.method !== 'GET';
  if (!isKept || first.status >= 300 || draft.route.operation.ignoresIdempotencyKey === true) return 0;
  const again = await stage.send(draft);
  if (again.status !== 429 && (again.status !== first.status || again.text !== first.text)) {
    findings.add('a repetition has another answer', draft, `${first.text}\n    ${again.status} ${again.text}`);
  }
  return 1;
};

const learnFrom = (learned: LearnedNames, { status, text }: Answer): void => {
  if (status < 300 && text !== '') learned.learn(JSON.parse(text));
};

/** The service's own log line about a failure. */
const reasonOf = (stage: Stage, { headers, text }: Answer): string =>
  stage.service.logLines.findLast(
    (line) => line.includes(String(headers['x-request-id'])) && line.includes('"level":"ERROR"'),
  ) ?? text;

/** Checks that the log has no secrets and no personal data. */
const checkLog = (stage: Stage, findings: Findings): void => {
  const secrets = [...Object.values(canary), ...stage.bearers.filter((bearer) => bearer.startsWith('partner_'))];
  for (const line of stage.service.logLines) {
    const leaked = secrets.find((secret) => line.includes(secret));
    if (leaked !== undefined) findings.addOther(`the log contains ${leaked}`, '', line);
  }
};

const fuzzPartner = async (
  table: TestTable,
  dice: Dice,
  findings: Findings,
  goesOn: () => boolean,
  onAnswer: (status: number, arrived?: number) => void,
): Promise<void> => {
  // One in eight stages has a low rate limit.
  const stage = await openStage(table, dice.chance(0.125) ? 1 : 10_000);
  const { partnerId } = stage.caller.partner;
  const before = await stage.victimItems();
  const learned = new LearnedNames(stage.caller.names);
  const said = new Set<string>();
  const credentials = { apikey: stage.service.apikey, authorization: `Bearer ${stage.bearers[0]}` };
  const others = { secret: stage.victim.secret, names: Object.values(stage.victim.names).flat(), said };
  for (let asked = 0; asked < requestsOfPartner && goesOn();) {
    const drafts = Array.from({ length: concurrency }, () => newDraft(stage, learned, dice));
    const asking = drafts.map(textOf).join('\n');
    for (const name of others.names) if (asking.includes(name)) said.add(name);
    await Promise.all(
      drafts.map(async (draft) => {
        const answer = await stage.send(draft);
        onAnswer(answer.status);
        const wrong = judge(draft, answer, partnerId, others);
        for (const what of wrong) findings.add(what, draft, reasonOf(stage, answer));
        if (wrong.length === 0) asked += await repeated(stage, draft, answer, findings);
        learnFrom(learned, answer);
      }),
    );
    onAnswer(await askOnWire(stage.gateway, credentials, dice, findings));
    const { status, arrived } = await tryCallback(stage, dice, findings);
    onAnswer(status, arrived);
    await tryCustomerFile(stage, dice, findings);
    asked += drafts.length + 2;
  }
  await stage.close();
  for (const origin of stage.verifyTokens.strayed()) {
    findings.addOther('a verify token was sent to an origin that it was not given for', '', origin);
  }
  if (!isDeepStrictEqual(await stage.victimItems(), before)) {
    findings.addOther("another partner's items were changed", '', '');
  }
  if ('polluted' in {}) findings.addOther('the prototype of all objects was changed', '', '');
  checkLog(stage, findings);
};

/** Sends requests until it is stopped. */
export const fuzz = async (
  table: TestTable,
  dice: Dice,
  goesOn: (requests: number) => boolean,
): Promise<FuzzResult> => {
  const findings = new Findings();
  const byStatus = new Map<number, number>();
  let requests = 0;
  let callbacks = 0;
  const onAnswer = (status: number, arrived = 0): void => {
    requests += 1;
    callbacks += arrived;
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
  };
  while (goesOn(requests)) await fuzzPartner(table, dice, findings, () => goesOn(requests), onAnswer);
  return { requests, byStatus, callbacks, findings };
};
