import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { clientOf, type Service } from './service.ts';
import { equal, refused, type Steps } from './steps.ts';

const description = z.object({ openapi: z.string(), info: z.object({ version: z.string() }) });

/** Authentication, and the answers to wrong calls. */
export const tryPublicEndpoints = async (steps: Steps, service: Service): Promise<void> => {
  const { access, client, raw } = service;
  const anyRead = 'list-partner-customers';
  await steps.try('the description of the interface can be read', async () => {
    equal('its version', description.parse(await service.description()).info.version, '1.1.0');
  });
  await steps.try('a wrong partner key is refused', () =>
    refused(clientOf({ ...access, key: 'partner_test_wrong' }).call(anyRead, {}), 401, 'unauthenticated'),
  );
  await steps.try('a wrong publishable key is refused', () =>
    refused(clientOf({ ...access, apikey: 'pk_test_wrong' }).call(anyRead, {}), 401, 'unauthenticated'),
  );
  await steps.try('a key cannot select another partner', () =>
    refused(raw({ method: 'GET', query: { route: anyRead, partner_id: randomUUID() } }), 403, 'partner_scope_mismatch'),
  );
  await steps.try("a member's route refuses a partner key", () =>
    refused(client.call('get-partner-notification-preferences', {}), 403, 'forbidden_role'),
  );
  await steps.try('an unknown route is refused', () =>
    refused(raw({ method: 'GET', query: { route: 'no-such-route' } }), 400, 'unknown_route'),
  );
  await steps.try('a call without a route is refused', () => refused(raw({ method: 'GET' }), 400, 'validation_failed'));
  await steps.try('a body that is not JSON is refused', () =>
    refused(raw({ method: 'POST', body: '{"route":' }), 400, 'invalid_json'),
  );
  await steps.try('an unknown method is refused', () =>
    refused(raw({ method: 'PUT', query: { route: anyRead } }), 405, 'method_not_allowed'),
  );
};
