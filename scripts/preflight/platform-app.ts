import { Failure } from '../../operator/failure.ts';
import { appAnswer, type AppFacts } from '../../operator/platform-app/facts.ts';
import { appFindings } from '../../operator/platform-app/findings.ts';
import { replacedFindings } from '../../operator/platform-app/graph-version.ts';
import { ok, warning, type Item } from './item.ts';
import { isSecretSet } from './platform-secret.ts';
import type { Check, Subject } from './subject.ts';

const name = 'platform app';

const later = ok(name, 'its settings at the platform are checked once this checkout is deployed');

/**
 * A role that only deploys may not call the operator's function: that would allow it every command of the operator.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/best-practices.html#grant-least-privilege
 */
const unread = ({ message }: Failure, { stage }: Subject): Item =>
  warning(
    name,
    `its settings at the platform were not read: ${message}`,
    `With credentials that have the policy OperatorPolicyArn: npm run -s operator -- --stage ${stage.name} platform-app`,
  );

const itemsOf = (app: AppFacts, { stage: { signUp, graphVersion } }: Subject): readonly Item[] => {
  const wanted = signUp === undefined ? null : { config_id: signUp.configId, coexistence: signUp.coexistence };
  const findings = [
    // The check of the stage values tells it.
    ...appFindings({ ...app, sign_up: wanted }).filter(({ code }) => code !== 'no_sign_up'),
    // A deployment of another version ends it.
    ...replacedFindings(app.graph?.version === graphVersion ? app.graph : null),
  ];
  if (findings.length > 0) {
    return findings.map(({ what, cures }) => warning(name, what, cures.map(({ action }) => action).join('\n')));
  }
  const shown = app.name === null ? app.app_id : `${app.name} (${app.app_id})`;
  return [ok(name, `${shown}: its webhook, fields and permissions at the platform are as needed`)];
};

/**
 * Whether the app at the platform is set up as the stage needs it. The operator's function asks the Graph API, so that
 * no person reads the app's secret.
 */
export const platformApp: Check = {
  name,
  actions: ['secretsmanager:DescribeSecret'],
  look: async (subject) => {
    const { stage, clients, stack } = subject;
    const url = stack?.output('OperatorFunctionUrl') ?? null;
    const secret = stack?.physicalId('PlatformAppSecret') ?? null;
    if (url === null || secret === null || stage.platformAppId === undefined) return [];
    if (!(await isSecretSet(clients, secret))) return [];
    try {
      const { app } = appAnswer.parse(await clients.operator(url).run('platform-app', {}));
      // What is deployed may be of an earlier checkout.
      return app?.app_id === stage.platformAppId ? itemsOf(app, subject) : [later];
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return [error.code === 'unknown_route' ? later : unread(error, subject)];
    }
  },
};
