import { Failure } from '../../operator/failure.ts';
import { appAnswer, type AppFacts } from '../../operator/platform-app/facts.ts';
import { appFindings } from '../../operator/platform-app/findings.ts';
import { ok, warning, type Item } from './item.ts';
import { isSecretSet } from './platform-secret.ts';
import type { Check, Subject } from './subject.ts';

const name = 'platform app';

const later = ok(name, 'its settings at the platform are checked once this checkout is deployed');

/** The app as the deployed function reads it; null when the function is of an earlier deployment. */
const readApp = async ({ clients }: Subject, url: string): Promise<AppFacts | null> => {
  try {
    return appAnswer.parse(await clients.operator(url).run('platform-app', {})).app;
  } catch (error) {
    if (error instanceof Failure && error.code === 'unknown_route') return null;
    throw error;
  }
};

const itemsOf = (app: AppFacts, { stage: { signUp } }: Subject): readonly Item[] => {
  const wanted = signUp === undefined ? null : { config_id: signUp.configId, coexistence: signUp.coexistence };
  const findings = appFindings({ ...app, sign_up: wanted })
    // The check of the stage values tells it.
    .filter(({ code }) => code !== 'no_sign_up');
  if (findings.length > 0) {
    return findings.map(({ what, cures }) => warning(name, what, cures.map(({ action }) => action).join('\n')));
  }
  const shown = app.name === null ? app.app_id : `${app.name} (${app.app_id})`;
  return [ok(name, `${shown}: its webhook, fields and permissions at the platform are as needed`)];
};

/**
 * Whether the app at the platform is set up as the stage needs it. The operator's function asks the Graph API, so that
 * nobody else reads the app's secret.
 */
export const platformApp: Check = {
  name,
  actions: ['lambda:InvokeFunctionUrl', 'lambda:InvokeFunction', 'secretsmanager:DescribeSecret'],
  look: async (subject) => {
    const { stage, clients, stack } = subject;
    const url = stack?.output('OperatorFunctionUrl') ?? null;
    const secret = stack?.physicalId('PlatformAppSecret') ?? null;
    if (url === null || secret === null || stage.platformAppId === undefined) return [];
    if (!(await isSecretSet(clients, secret))) return [];
    const app = await readApp(subject, url);
    return app?.app_id === stage.platformAppId ? itemsOf(app, subject) : [later];
  },
};
