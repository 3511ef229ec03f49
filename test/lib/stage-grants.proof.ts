import { expect, test } from '@jest/globals';
import { local, production, staging, type StageConfig } from '../../lib/stages.ts';
import { statementsOf } from '../../tools/grants/template.ts';
import { synthesise, withAuditCopy } from '../../tools/harness/synthesised.ts';

/** The policies of a stage's functions, without the name of its region. */
const policiesOf = (stage: StageConfig): unknown =>
  JSON.parse(
    JSON.stringify([...statementsOf(synthesise(stage).Resources)]).replaceAll(`.${stage.region}.`, '.<region>.'),
  );

/** A deployed stage mails notices only with a portal, whose domain it has to know. */
const silent = { ...local, noticesFrom: undefined };

// The local cloud proves the grants of the stage `local`; the proof holds for a deployed stage whose policies are the same.
test.each([staging, production])('the functions of stage $name have the policies of the stage local', (stage) => {
  expect(policiesOf(stage)).toEqual(policiesOf(silent));
});

test.each([staging, production])('so they have with copies of the audit trail: stage $name', (stage) => {
  expect(policiesOf(withAuditCopy(stage))).toEqual(policiesOf(withAuditCopy(silent)));
});
