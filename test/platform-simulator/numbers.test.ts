import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { APP_ID, Ids, runPlatform } from './running-platform.ts';
import type { RunningPlatform } from './running-platform.ts';

let platform: RunningPlatform;

beforeAll(async () => {
  platform = await runPlatform();
});
afterAll(async () => {
  await platform.stop();
});

describe('a number', () => {
  // https://developers.facebook.com/documentation/business-messaging/whatsapp/messaging-limits
  test('has no limit of its own any more, though the field may be asked for', async () => {
    const { numberId, token } = await platform.connect();
    const path = `/${numberId}?fields=messaging_limit_tier,whatsapp_business_manager_messaging_limit`;
    expect((await platform.graph('GET', path, token)).body).toEqual({
      id: numberId,
      whatsapp_business_manager_messaging_limit: 'TIER_250',
    });
  });

  // https://developers.facebook.com/documentation/business-messaging/whatsapp/support/health-status
  test.each([
    ['CONNECTED', 'AVAILABLE', {}],
    ['FLAGGED', 'LIMITED', { additional_info: [expect.any(String)] }],
    ['BANNED', 'BLOCKED', { errors: [{ error_code: expect.any(Number), error_description: expect.any(String) }] }],
  ])('that is %s tells its health with every entity', async (status, able, reasons) => {
    const { numberId, token } = await platform.connect();
    await platform.control({ number: { id: numberId, status } });
    const { body } = await platform.graph('GET', `/${numberId}?fields=health_status`, token);
    expect(body).toMatchObject({
      health_status: {
        can_send_message: able,
        entities: [
          { entity_type: 'PHONE_NUMBER', id: numberId, can_send_message: able, ...reasons },
          { entity_type: 'WABA' },
          { entity_type: 'BUSINESS' },
          { entity_type: 'APP', id: APP_ID },
        ],
      },
    });
  });

  // https://developers.facebook.com/documentation/business-messaging/whatsapp/solution-providers/manage-phone-numbers
  test('is listed in another order each time, the newest never first, at most 100 on a page', async () => {
    const first = await platform.connect({ waba: '88002' });
    for (let index = 0; index < 120; index += 1) {
      await platform.control({ number: { id: `${8800200 + index}`, waba_id: '88002' } });
    }
    const { token, numberId } = await platform.connect({ waba: '88002' });
    const pass = async (): Promise<string[]> => {
      const one = Ids.parse((await platform.graph('GET', '/88002/phone_numbers?limit=500', token)).body);
      expect(one.data).toHaveLength(100);
      const two = Ids.parse(await (await fetch(one.paging?.next ?? '')).json());
      return [...one.data, ...two.data].map(({ id }) => id);
    };
    const [one, two] = [await pass(), await pass()];
    expect(new Set(one).size).toBe(122);
    expect(one).not.toEqual(two);
    expect(one.toSorted()).toEqual(two.toSorted());
    for (const ids of [one, two]) expect(ids[0]).not.toBe(numberId);
    expect(one).toContain(first.numberId);
  });

  test('is listed by pages of 25', async () => {
    const first = await platform.connect({ waba: '88001' });
    for (let index = 1; index < 30; index += 1) {
      await platform.control({ number: { id: `8800100${index}`, waba_id: '88001' } });
    }
    const one = Ids.parse((await platform.graph('GET', '/88001/phone_numbers', first.token)).body);
    expect(one.data).toHaveLength(25);
    const two = Ids.parse(await (await fetch(one.paging?.next ?? '')).json());
    expect(two.data).toHaveLength(5);
    expect(two.paging).toMatchObject({ cursors: {} });
    expect(two.paging?.next).toBeUndefined();
    expect(new Set([...one.data, ...two.data].map(({ id }) => id)).size).toBe(30);
  });
});
