import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { readInstance } from '../../../lambdas/store/instances/instances.ts';
import { connectInstance } from '../../harness/connect-instance.ts';
import { Scene } from '../../harness/connect-scene.ts';
import { freshId } from '../../harness/template-scene.ts';
import type { Stage } from '../../processes/stage.ts';

const answer = z.object({ instance: z.object({ id: z.string() }) });

export const templates = [
  { id: '7700000000000001', name: 'one', language: 'en' },
  { id: '7700000000000002', name: 'two', language: 'en' },
  { id: '7700000000000003', name: 'three', language: 'en' },
] as const;

/** Connects an instance to a number of the simulator. */
const connectToSimulator = async (
  stage: Stage,
  instanceId: string,
  phoneNumberId: string,
  wabaId: string,
): Promise<void> => {
  const { table, vault, clock, scenery, simulator } = stage.surroundings;
  const { partnerId } = stage.partner;
  await scenery.control({
    number: {
      id: phoneNumberId,
      waba_id: wabaId,
      registered: true,
      webhook_configuration: { phone_number: stage.url },
    },
  });
  const waba = simulator.wabas.get(wabaId);
  if (waba !== undefined) waba.subscribed = true;
  await connectInstance(table, vault, clock.now, { partnerId, instanceId, phoneNumberId, wabaId });
  const record = await readInstance(table, partnerId, instanceId);
  const context = { partner_id: partnerId, record_id: instanceId, purpose: 'platform_token' } as const;
  const token = await vault.open(record?.sealedToken ?? '', context);
  const [issuedAt, expiresAt] = [clock.now(), clock.now() + 86_400_000 * 365];
  const portfolioId = waba?.portfolioId ?? '';
  simulator.tokens.set(token, { token, wabaId, portfolioId, userId: '1', issuedAt, expiresAt, ended: null });
};

export const newInstance = async (stage: Stage, customerId: string, key: string = randomUUID()): Promise<string> => {
  const given = { partner_customer_id: customerId, instance_key: key, create_connect_session: false };
  return answer.parse(await stage.prepared('create-customer-instance', { method: 'POST', given })).instance.id;
};

let numbers = 0;
/** A number that no instance was connected to. */
const nextNumber = (): string => {
  numbers += 1;
  return `20654${String(numbers).padStart(10, '0')}`;
};

export const connectedInstance = async (
  stage: Stage,
  customerId: string,
  wabaId = '2001',
  key?: string,
): Promise<string> => {
  const instanceId = await newInstance(stage, customerId, key);
  await connectToSimulator(stage, instanceId, nextNumber(), wabaId);
  return instanceId;
};

/** A business account with templates and an instance. */
export const populatedWaba = async (
  stage: Stage,
): Promise<{ readonly wabaId: string; readonly instanceId: string }> => {
  const wabaId = freshId();
  const instanceId = await stage.scene.connectedInstance(wabaId);
  await stage.scene.putTemplates(wabaId, templates);
  return { wabaId, instanceId };
};

/** The business account that the end customer chooses, with its only number. */
const number = '4000000000000001';
export const choice = { waba: '3000000000000001', number };

export const sceneOf = async (stage: Stage): Promise<Scene> => {
  const { scenery } = stage.surroundings;
  await scenery.control({ number: { id: number, waba_id: choice.waba } });
  const { service } = stage.scene;
  return new Scene(scenery, service, stage.sound().connect, await stage.newCustomer(), stage.url);
};
