import { counted, cure, found, type Finding } from '../doctor/finding.ts';
import type { AppFacts } from './facts.ts';
import { neededFields, neededPermissions, vitalFields } from './fields.ts';

/** Pages of the app at the platform, as its menu names them. */
const pages = {
  webhook: 'App Dashboard → Use cases → Connect with customers through WhatsApp → Customize → Configuration',
  permissions:
    'App Dashboard → Use cases → Connect with customers through WhatsApp → Customize → Permissions and features',
  secret: 'App Dashboard → App settings → Basic',
} as const;

const guide = 'docs/operations/deploying.md, step 4';

const verified = (url: string) => [
  cure(
    `${pages.webhook}: under Webhook, set the callback URL ${url} and the verify token, and click "Verify and save".`,
  ),
  cure(`The verify token is derived from the app's secret: ${guide}.`),
];

const webhookFindings = ({ webhook, callback_url: ours, unread }: AppFacts): readonly Finding[] => {
  if (unread.some(({ part }) => part === 'webhook')) return [];
  if (webhook === null) {
    const what = 'The app has no webhook for WhatsApp business accounts. The service gets no callback of the platform.';
    return [found('app_webhook_missing', 'problem', what, verified(ours))];
  }
  if (webhook.callback_url !== ours) {
    const what = `The app's callbacks go to ${webhook.callback_url ?? 'no URL'}, and not to this stage.`;
    return [found('app_webhook_elsewhere', 'problem', what, verified(ours))];
  }
  if (!webhook.active) {
    const what = "The app's webhook is not active. The service gets no callback of the platform.";
    return [found('app_webhook_inactive', 'problem', what, verified(ours))];
  }
  return [];
};

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

const fieldFindings = ({ webhook, sign_up: signUp }: AppFacts): readonly Finding[] => {
  if (webhook === null) return [];
  const needed = Object.entries(neededFields(signUp?.coexistence ?? 'off'));
  const missing = needed.filter(([field]) => !webhook.fields.includes(field));
  if (missing.length === 0) return [];
  const vital = missing.filter(([field]) => vitalFields.has(field));
  const losses = vital.map(([, loss]) => ` ${sentence(loss)}`).join('');
  const what = `The app does not subscribe to ${counted(missing.length, 'field')} that the stage needs.${losses}`;
  const names = missing.map(([field]) => field).join(', ');
  const subscribe = cure(`${pages.webhook}: under Webhook fields, switch on ${names}.`);
  const subjects = missing.map(([field, loss]) => `${field}: ${loss}`);
  return [found('app_fields_missing', vital.length > 0 ? 'problem' : 'warning', what, [subscribe], { subjects })];
};

/** The words for a permission with Advanced Access. */
const approved: ReadonlySet<string | null> = new Set(['live', 'approved', 'granted']);

const permissionFindings = ({ permissions }: AppFacts): readonly Finding[] => {
  if (permissions === null) return [];
  const lacking = neededPermissions.flatMap((wanted) => {
    const known = permissions.find(({ permission }) => permission === wanted);
    if (known !== undefined && approved.has(known.status)) return [];
    return [`${wanted} (${known?.status ?? 'not listed'})`];
  });
  if (lacking.length === 0) return [];
  const what =
    `The Graph API does not list as approved: ${lacking.join(', ')}. ` +
    'Without Advanced Access only people with a role in the app can connect a number.';
  const ask = cure(`${pages.permissions}: request Advanced Access for each, and wait for the review.`);
  return [found('app_permissions_missing', 'warning', what, [ask])];
};

const unreadFindings = ({ unread }: AppFacts): readonly Finding[] => {
  const [first] = unread;
  if (first === undefined) return [];
  const refusal = unread.find(({ refused }) => refused);
  if (refusal !== undefined) {
    const what = `The platform refuses the app's id with the secret of the stage: ${refusal.reason}. No instance can be connected, and the platform's callbacks are refused.`;
    const copy = cure(
      `${pages.secret}: show the app secret, and compare the app ID with platformAppId in lib/stages.ts.`,
    );
    return [
      found('app_secret_refused', 'problem', what, [copy, cure(`Put the secret into Secrets Manager: ${guide}.`)]),
    ];
  }
  const parts = unread.map(({ part }) => part).join(', ');
  const again = cure('Try again later. Until then, look at the pages of the app.');
  return [found('app_unread', 'note', `The Graph API did not tell of the app: ${parts} (${first.reason}).`, [again])];
};

const signUpFindings = ({ sign_up: signUp }: AppFacts): readonly Finding[] => {
  if (signUp !== null) return [];
  const set = cure(
    'Set signUp in lib/stages.ts to the configuration of the sign-up, and deploy: docs/operations/deploying.md, step 4.',
  );
  const what = 'The stage has no configuration of the sign-up. No instance can be connected.';
  return [found('no_sign_up', 'problem', what, [set])];
};

/** What the app at the platform lacks, by the Graph API, and how to mend each. */
export const appFindings = (app: AppFacts | null): readonly Finding[] => {
  if (app === null) {
    const set = cure(
      'Set platformAppId in lib/stages.ts to the ID of the app, and deploy: docs/operations/deploying.md, step 4.',
    );
    return [
      found('no_platform_app', 'problem', 'The stage has no app at the platform. No instance can be connected.', [set]),
    ];
  }
  return [
    ...unreadFindings(app),
    ...signUpFindings(app),
    ...webhookFindings(app),
    ...fieldFindings(app),
    ...permissionFindings(app),
  ];
};

/** What the Graph API has no word of: a person looks at the pages. */
export const unknowable =
  'The Graph API does not tell whether the app is published (Live), its Login settings (allowed domains, redirect URI) and ' +
  `whether its configuration exists. ${guide}, names each page.`;
