import { describe, expect, it } from '@jest/globals';
import { areas } from '../../operator/areas.ts';
import { main } from '../../operator/main.ts';
import { recordedTerminal } from './recorded-terminal.ts';
import { noCloud } from './no-cloud.ts';

const id = '0197e3a1-5c1e-7d2a-9b5e-3f1c2a4d6e80';
const at = '2026-07-14T12:00:00.000Z';

const shown = async (expiresAt: string | null, held: boolean): Promise<string> => {
  const terminal = recordedTerminal();
  const instance = {
    id,
    partner_customer_id: id,
    status: 'connected',
    slot_state: 'occupied',
    platform_phone_number_id: '1',
    platform_waba_id: '2',
    platform_status: 'CONNECTED',
    quality_rating: 'GREEN',
    callback: { state: 'active', verified_at: at, last_error: null },
    coexistence: true,
    connection: { connected_at: at, token_expires_at: expiresAt, last_error: null },
    created_at: at,
    updated_at: at,
  };
  await main(['instances', 'show', id, id], areas, terminal, () =>
    Promise.resolve({
      run: () => Promise.resolve({ instance, has_token: held }),
      logs: { find: () => Promise.resolve([]) },
      cloud: noCloud,
    }),
  );
  return terminal.printed();
};

describe('the command instances show', () => {
  it.each([
    ['2026-12-09T10:00:00.000Z', true, /Token\s+held, expires 2026-12-09 10:00 UTC/],
    [null, true, /Token\s+held, never expires/],
    [null, false, /Token\s+none/],
  ] as const)('tells of a token until %s, held: %s', async (expiresAt, held, line) => {
    expect(await shown(expiresAt, held)).toMatch(line);
  });

  it('tells whether the number is used in the business app as well', async () => {
    expect(await shown(null, true)).toMatch(/Business app\s+used as well/);
  });
});
