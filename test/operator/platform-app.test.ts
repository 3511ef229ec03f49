import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { callbackFields } from '../../lambdas/domain/callback-message.ts';
import type { Coexistence } from '../../lambdas/domain/sign-up.ts';
import { areas } from '../../operator/areas.ts';
import { main } from '../../operator/main.ts';
import type { AppFacts } from '../../operator/platform-app/facts.ts';
import { neededFields, neededPermissions } from '../../operator/platform-app/fields.ts';
import { appFindings } from '../../operator/platform-app/findings.ts';
import { recordedTerminal } from './recorded-terminal.ts';
import { noCloud } from './no-cloud.ts';

const ours = 'https://api.example/platform/callback';

const well = (coexistence: Coexistence = 'off'): AppFacts => ({
  app_id: '100000000000001',
  callback_url: ours,
  sign_up: { config_id: '200000000000001', coexistence },
  name: 'Acme Messaging',
  webhook: { callback_url: ours, active: true, fields: Object.keys(neededFields(coexistence)) },
  permissions: neededPermissions.map((permission) => ({ permission, status: 'live' })),
  graph: { version: 'v26.0', served: 'v26.0' },
  unread: [],
});

const without = (coexistence: Coexistence, ...fields: readonly string[]): AppFacts => {
  const app = well(coexistence);
  const kept = app.webhook?.fields.filter((field) => !fields.includes(field)) ?? [];
  return { ...app, webhook: { callback_url: ours, active: true, fields: kept } };
};

const kinds = (app: AppFacts | null) => appFindings(app).map(({ code, severity }) => [code, severity]);

describe('what the app at the platform lacks', () => {
  it.each(['off', 'on', 'with_history'] as const)('is nothing when all is set, with coexistence %s', (coexistence) => {
    expect(appFindings(well(coexistence))).toEqual([]);
  });

  it.each([
    ['no app', null, 'no_platform_app', 'problem'],
    ['no sign-up', { ...well(), sign_up: null }, 'no_sign_up', 'problem'],
    ['no webhook', { ...well(), webhook: null }, 'app_webhook_missing', 'problem'],
    [
      'a webhook of another service',
      {
        ...well(),
        webhook: {
          ...well().webhook,
          callback_url: 'https://other.example/',
          active: true,
          fields: Object.keys(neededFields('off')),
        },
      },
      'app_webhook_elsewhere',
      'problem',
    ],
    [
      'a webhook that is off',
      { ...well(), webhook: { callback_url: ours, active: false, fields: Object.keys(neededFields('off')) } },
      'app_webhook_inactive',
      'problem',
    ],
    ['no messages', without('off', 'messages'), 'app_fields_missing', 'problem'],
    ['no changes of accounts', without('off', 'account_update'), 'app_fields_missing', 'problem'],
    ['no word of PINs', without('off', 'security'), 'app_fields_missing', 'warning'],
    ['no echoes with coexistence', without('on', 'smb_message_echoes'), 'app_fields_missing', 'problem'],
    [
      'a permission under review',
      { ...well(), permissions: [{ permission: neededPermissions[0], status: 'unapproved' }] },
      'app_permissions_missing',
      'warning',
    ],
    [
      'another secret',
      {
        ...well(),
        name: null,
        webhook: null,
        permissions: null,
        unread: [{ part: 'webhook', reason: 'Invalid OAuth access token signature.', refused: true }],
      },
      'app_secret_refused',
      'problem',
    ],
    [
      'no answer',
      {
        ...well(),
        webhook: null,
        unread: [{ part: 'webhook', reason: 'no answer from the platform: timeout', refused: false }],
      },
      'app_unread',
      'note',
    ],
  ] as const)('%s: it is found, named, and has a cure', (_, app, code, severity) => {
    expect(kinds(app as AppFacts | null)).toEqual([[code, severity]]);
    expect(appFindings(app as AppFacts | null)[0]?.cures.length).toBeGreaterThan(0);
  });

  // https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/override
  it('names each missing field with what does not work, and the page where it is switched on', () => {
    const [finding] = appFindings(without('off', 'messages', 'security'));
    expect(finding?.what).toBe(
      'The app does not subscribe to 2 fields that the stage needs. No partner gets messages or their statuses.',
    );
    expect(finding?.subjects).toEqual([
      'messages: no partner gets messages or their statuses',
      'security: a changed PIN is not noticed',
    ]);
    expect(finding?.cures[0]?.action).toMatch(/Configuration: .* messages, security/);
  });

  it('has no field of coexistence while it is off', () => {
    expect(appFindings(without('off', 'history', 'smb_app_state_sync', 'smb_message_echoes'))).toEqual([]);
  });

  it('counts every field that the service reads', () => {
    expect(callbackFields.filter((field) => !(field in neededFields('off')))).toEqual([]);
  });

  it('names the status of a permission as the platform gives it', () => {
    const app = { ...well(), permissions: [{ permission: neededPermissions[0], status: 'unapproved' }] };
    expect(appFindings(app)[0]?.what).toContain(
      'whatsapp_business_management (unapproved), whatsapp_business_messaging (not listed)',
    );
  });
});

describe('the command platform-app', () => {
  const run = async (app: Omit<AppFacts, 'graph'> | AppFacts | null, ...more: readonly string[]) => {
    const terminal = recordedTerminal();
    const at = '2026-07-14T12:00:00.000Z';
    const code = await main(['platform-app', ...more], areas, terminal, () =>
      Promise.resolve({
        run: () => Promise.resolve({ at, app }),
        logs: { find: () => Promise.resolve([]) },
        cloud: noCloud,
      }),
    );
    return { code, out: terminal.printed() };
  };

  it('shows the settings, the findings, and what only a person can look at', async () => {
    const { code, out } = await run(without('off', 'messages'));
    expect(code).toBe(0);
    expect(out).toContain('Acme Messaging (100000000000001)');
    expect(out).toContain('configuration 200000000000001, coexistence off');
    expect(out).toContain('1. problem: app_fields_missing');
    expect(out).toContain('The Graph API does not tell whether the app is published');
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120);
  });

  it('has the worst first, for programs as well', async () => {
    const app = { ...without('off', 'messages'), permissions: [] };
    const { out } = await run(app, '--json');
    const printed = z.object({ findings: z.array(z.object({ code: z.string() })) }).parse(JSON.parse(out));
    expect(printed.findings.map(({ code }) => code)).toEqual(['app_fields_missing', 'app_permissions_missing']);
  });

  it('says when the version of the Graph API ends, and what replaces it', async () => {
    expect((await run(well())).out).toMatch(/Version +Graph API v26\.0 ends on 2028-11-04 or later/);
    const replaced = await run({ ...well(), graph: { version: 'v26.0', served: 'v27.0' } });
    expect(replaced.out).toContain('calls of v26.0 of the Graph API as v27.0');
  });

  it('takes the answer of a function of an earlier release', async () => {
    const { graph: _graph, ...earlier } = well();
    const { out, code } = await run(earlier);
    expect(code).toBe(0);
    expect(out).not.toContain('Graph API v');
  });

  it('says that there is no app', async () => {
    expect((await run(null)).out).toContain('no_platform_app');
  });
});
