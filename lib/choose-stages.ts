import { readAuditCopy } from './audit-copy.ts';
import { checkReason } from './despite-alarm.ts';
import { readStageTables } from './stage-tables.ts';
import type { DeployedStage, LocalStage, StageConfig } from './stages.ts';

export interface Stages {
  readonly local: LocalStage;
  readonly staging: DeployedStage;
  readonly production: DeployedStage;
}

/** The context of the CDK app, set by `-c NAME=VALUE`. */
export interface Choice {
  /** The stage to synthesise; all stages without it. */
  readonly stage?: unknown;
  /** `off` while a stage is created for the first time: docs/adr/0015-first-creation.md. */
  readonly protection?: unknown;
  /** The reason of a deployment that goes out during an alarm. */
  readonly despiteAlarm?: unknown;
  /** The tables of the stage `local`, which has no file for them. */
  readonly tables?: unknown;
  /** The copies of the audit trail of the stage `local`. */
  readonly auditCopy?: unknown;
  /** The probe of the stage `local`. */
  readonly probe?: unknown;
}

const refuseAccounts = ({ staging, production }: Stages): void => {
  for (const { name, account } of [staging, production]) {
    if (account !== undefined && !/^\d{12}$/.test(account)) {
      throw new Error(`the account of ${name} is not 12 digits: ${account}`);
    }
  }
  if (staging.account !== undefined && staging.account === production.account) {
    throw new Error(`staging and production have the same account ${staging.account}: give each its own`);
  }
};

const withoutProtection = (stage: StageConfig): StageConfig => ({
  ...stage,
  data: { ...stage.data, deletionProtection: false },
});

const withReason =
  (reason: unknown) =>
  (stage: StageConfig): StageConfig =>
    reason === undefined ? stage : { ...stage, despiteAlarm: checkReason(reason) };

const localWith = (local: LocalStage, { tables, auditCopy, probe }: Choice): LocalStage => ({
  ...local,
  ...(tables !== undefined && { tables: readStageTables(tables) }),
  ...(auditCopy !== undefined && { auditCopy: readAuditCopy(auditCopy) }),
  ...(probe === 'on' && { probe }),
});

/** The stages to synthesise. @throws Error for an invalid choice or account */
export const choose = (stages: Stages, choice: Choice): readonly StageConfig[] => {
  const { stage: name, protection, despiteAlarm } = choice;
  refuseAccounts(stages);
  const all: readonly StageConfig[] = [localWith(stages.local, choice), stages.staging, stages.production];
  const named = name === undefined ? all : all.filter((stage) => stage.name === name);
  const chosen = named.map(withReason(despiteAlarm));
  if (chosen.length === 0) {
    throw new Error(`no stage ${JSON.stringify(name)}; there are ${all.map((stage) => stage.name).join(', ')}`);
  }
  if (protection === undefined) return chosen;
  if (protection !== 'off') throw new Error(`protection can be "off" only, not ${JSON.stringify(protection)}`);
  return chosen.map(withoutProtection);
};
