import { z } from 'zod';
import { describe, type Area } from '../description.ts';
import { finding } from '../doctor/finding.ts';
import { shownFinding, summaryOf, worstFirst } from '../doctor/show-finding.ts';
import { card, moment } from '../layout.ts';
import { appAnswer, appFacts, type AppFacts } from '../platform-app/facts.ts';
import { appFindings, unknowable } from '../platform-app/findings.ts';
import { graphFindings, graphTextOf } from '../platform-app/graph-version.ts';
import { wrapped } from '../wrap.ts';

const examined = z.object({ at: z.string(), app: appFacts, findings: z.array(finding) });
type Examined = z.infer<typeof examined>;

/** The names and the space between the columns of the card. */
const beside = 'Callback URL'.length + 3;

const settings = (app: AppFacts, at: string, columns: number) => {
  const { app_id: id, name, callback_url: ours, sign_up: signUp, webhook, permissions } = app;
  const graph = graphTextOf(app, Date.parse(at));
  const list = (texts: readonly string[]): string => wrapped(texts.join(', '), columns - beside, '');
  return card({
    App: name === null ? id : `${name} (${id})`,
    Version: graph === null ? null : wrapped(graph, columns - beside, ''),
    'Sign-up': signUp === null ? 'none' : `configuration ${signUp.config_id}, coexistence ${signUp.coexistence}`,
    'Callback URL':
      webhook === null ? null : `${webhook.callback_url ?? 'none'}${webhook.active ? '' : ' (not active)'}`,
    Expected: ours,
    Fields: webhook === null ? null : list(webhook.fields.toSorted()),
    Permissions:
      permissions === null ? null : list(permissions.map((it) => `${it.permission} ${it.status ?? ''}`.trim())),
  });
};

const show = ({ at, app, findings }: Examined, columns: number, call: string): string =>
  [
    ...(app === null ? [] : [settings(app, at, columns)]),
    `${moment(at) ?? ''}: ${summaryOf(findings)}`,
    ...findings.map((one, index) => shownFinding(one, index + 1, columns, call)),
    ...(app === null ? [] : [wrapped(unknowable, columns, '')]),
  ].join('\n\n');

export const platformApp: Area = {
  name: 'platform-app',
  summary: 'The app at the platform: its webhook, fields and permissions, and what is missing',
  commands: [
    describe({
      name: 'platform-app',
      summary: "Read the app's settings at the platform, and list what is missing and how to set it",
      examples: [
        ['platform-app', 'nothing is changed: the service only reads'],
        ["platform-app --json | jq -r '.findings[].code'", 'the names of the findings, for a program'],
      ],
      ask: async (stage, input) => {
        const { at, app } = appAnswer.parse(await stage.run('platform-app', input));
        return {
          at,
          app,
          findings: worstFirst([...appFindings(app), ...graphFindings(app?.graph ?? null, Date.parse(at))]),
        };
      },
      result: examined,
      show,
    }),
  ],
};
