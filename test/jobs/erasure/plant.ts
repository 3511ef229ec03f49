import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';

/** How the partner calls the service: in one process, or over HTTP. */
export interface Partner {
  readonly command: (
    method: 'POST' | 'PATCH' | 'DELETE',
    route: string,
    body: Readonly<Record<string, unknown>>,
    key?: string,
  ) => Promise<{ readonly status: number; readonly body: unknown }>;
}

/** An instance of the customer, connected to a number whose facts are personal too. */
export type Connect = (
  customerId: string,
  instance: { readonly key: string; readonly name: string; readonly metadata: Readonly<Record<string, string>> },
  facts: { readonly verifiedName: string; readonly displayNumber: string },
) => Promise<{ readonly id: string; readonly phoneNumberId: string }>;

/** 43 texts that identify a person, each used only here. */
export const personal = {
  externalId: 'EXT-plänted-77311',
  name: 'María Ångström-Quillfeather',
  email: 'Maria.Quillfeather@Example.com',
  phone: '+55 11 98765-4321',
  metadataKey: 'quillfeather_birthday',
  metadataValue: 'born on 14 July in Øresundgade',
  earlierName: 'Maria Thistlewood',
  earlierEmail: 'thistlewood+spam@example.org',
  earlierPhone: '+44 20 7946 09587',
  earlierMetadata: 'prefers calls after the choir',
  updateReason: 'She married Mr. Quillfeather',
  deactivationReason: 'Maria moved to Lisbon, Rua das Flores',
  reactivationReason: 'She is back from Rua Augusta',
  mergeReason: 'the same person as T. Woodthistle',
  instanceMetadataKey: 'address_of_quillfeather',
  moveReason: 'belongs to the choir of Mrs. Q',
  outwardReason: 'her brother Balthasar took it over',
  instanceKeyOne: 'maria-quillfeather-private',
  instanceKeyTwo: '5511987650001',
  instanceKeyThree: 'choir.of.thistlewood',
  instanceName: "Maria's bakery line",
  earlierInstanceName: "Thistlewood's kitchen",
  instanceMetadata: 'rings at Rua das Oliveiras',
  returnUrl: 'https://partner.example/back?who=quillfeather-return',
  cancelUrl: 'https://partner.example/off?who=quillfeather-cancel',
  verifiedName: 'Quillfeather Pães & Bolos',
  displayNumber: '+55 11 98765-9090',
  updateKey: 'update-quillfeather-0001',
  unchangedKey: 'unchanged-quillfeather-0002',
  labelKey: 'label-quillfeather-0003',
  messageId: 'wamid.QUILLFEATHERmessage',
  clientMessageId: 'client-quillfeather-message',
  requestId: 'request-quillfeather-77',
  campaignId: 'campaign-for-quillfeather',
  recipientHash: 'AbCdEf0123456789aBcDeF0123456789AbCdEf0123456789aBcDeF0123456789',
  recipientUserId: 'BR.quillfeatherRecipient0001',
  userId: 'BR.quillfeatherUser0002',
  recipient: 'BR.quillfeatherParent0003',
  templateId: 'template-for-quillfeather',
  templateName: 'quillfeather_birthday_wishes',
  errorTitle: 'Maria blocked Quillbakery',
  errorMessage: 'the number of Mrs. Quillfeather is off',
  errorDetails: 'seen last at Rua das Flores 77',
} as const;

export const personalTexts: readonly string[] = Object.values(personal);

/** The service stores only digests of these, from the beginning. */
export const neverStored: readonly string[] = [personal.updateKey, personal.unchangedKey, personal.labelKey];

const customerAnswer = z.object({ customer: z.object({ customer_id: z.string() }) });

/** The number of records. */
export interface Amount {
  readonly updates: number;
  readonly reports: number;
}

export interface Planted {
  readonly customerId: string;
  readonly instances: readonly { readonly id: string; readonly phoneNumberId: string }[];
  /** The customers whose histories mention the customer. */
  readonly others: readonly string[];
}

const ok = async (answer: Promise<{ readonly status: number; readonly body: unknown }>): Promise<unknown> => {
  const { status, body } = await answer;
  if (status > 299) throw new Error(`planting: ${status} ${JSON.stringify(body)}`);
  return body;
};

const newCustomer = async (
  { command }: Partner,
  externalId: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<string> => {
  const body = { external_customer_id: externalId, ...fields };
  return customerAnswer.parse(await ok(command('POST', 'upsert-partner-customer', body))).customer.customer_id;
};

const plantHistory = async ({ command }: Partner, customerId: string, updates: number): Promise<void> => {
  const update = (changes: object, reason: string | null, key?: string) =>
    ok(command('PATCH', 'update-partner-customer', { customer_id: customerId, changes, reason }, key));
  for (let round = 0; round < updates; round += 1) {
    const earlier = round % 2 === 0;
    await update(
      {
        customer_name: earlier ? personal.earlierName : personal.name,
        customer_email: earlier ? personal.earlierEmail : personal.email,
        customer_phone: earlier ? personal.earlierPhone : personal.phone,
      },
      personal.updateReason,
      `${personal.updateKey}-${round}`,
    );
  }
  const current = { customer_name: personal.name, customer_email: personal.email, customer_phone: personal.phone };
  await update(current, null);
  await ok(
    command('POST', 'upsert-partner-customer', {
      external_customer_id: personal.externalId,
      customer_name: personal.name,
      metadata: { [personal.metadataKey]: personal.metadataValue },
    }),
  );
  await update(current, null, personal.unchangedKey);
};

type Answer = Awaited<ReturnType<Partner['command']>>;

/** Calls again while the partner's rate limit refuses, as clients do. */
const withinRate = async (call: () => Promise<Answer>): Promise<Answer> => {
  for (;;) {
    const answer = await call();
    if (answer.status !== 429) return answer;
    await wait(1_000);
  }
};

const plantReports = async (
  { command }: Partner,
  phoneNumberIds: readonly string[],
  reports: number,
  concurrency: number,
): Promise<void> => {
  const report = (number: number) =>
    ok(
      withinRate(() =>
        command('POST', 'report-partner-message-status', {
          phone_number_id: phoneNumberIds[number % phoneNumberIds.length],
          status: number % 5 === 0 ? 'failed' : 'delivered',
          message_id: `${personal.messageId}${number}`,
          client_message_id: personal.clientMessageId,
          request_id: personal.requestId,
          template_id: personal.templateId,
          template_name: personal.templateName,
          campaign_id: personal.campaignId,
          recipient_hash: personal.recipientHash,
          recipient_user_id: personal.recipientUserId,
          user_id: personal.userId,
          recipient: personal.recipient,
          ...(number % 5 === 0 && {
            error_code: 131026,
            error_title: personal.errorTitle,
            error_message: personal.errorMessage,
            error_details: personal.errorDetails,
          }),
        }),
      ),
    );
  for (let start = 0; start < reports; start += concurrency) {
    const count = Math.min(concurrency, reports - start);
    await Promise.all(Array.from({ length: count }, (_, index) => report(start + index)));
  }
};

const plantLines = async (connect: Connect, customerId: string, former: string): Promise<Planted['instances']> => {
  const facts = { verifiedName: personal.verifiedName, displayNumber: personal.displayNumber };
  const metadata = { [personal.instanceMetadataKey]: personal.instanceMetadata };
  return [
    await connect(customerId, { key: personal.instanceKeyOne, name: personal.instanceName, metadata }, facts),
    await connect(customerId, { key: personal.instanceKeyTwo, name: personal.instanceName, metadata }, facts),
    await connect(former, { key: personal.instanceKeyThree, name: personal.instanceName, metadata }, facts),
  ];
};

interface Moved {
  readonly customerId: string;
  readonly next: string;
  readonly first: string;
  readonly third: string;
}

/** Labels the first instance, and moves the third to the customer and a spare one away. */
const labelAndMove = async (partner: Partner, connect: Connect, { customerId, next, first, third }: Moved) => {
  const { command } = partner;
  const label = (name: string, key?: string) =>
    ok(command('PATCH', 'update-partner-instance-label', { instance_id: first, instance_name: name }, key));
  await label(personal.earlierInstanceName, personal.labelKey);
  await label(personal.instanceName);
  await label(personal.instanceName, `${personal.labelKey}-unchanged`);
  const move = (instanceId: string, to: string, reason: string, key?: string) =>
    ok(
      command(
        'POST',
        'move-partner-instance-to-customer',
        { instance_id: instanceId, target_customer_id: to, reason },
        key,
      ),
    );
  await label(personal.instanceName, `${personal.labelKey}-of-the-former`);
  await move(third, customerId, personal.moveReason, 'move-of-the-third-instance');
  const spare = await connect(
    customerId,
    { key: 'spare', name: 'Spare', metadata: {} },
    { verifiedName: 'Spare', displayNumber: '+1 202 555 0100' },
  );
  await move(spare.id, next, personal.outwardReason);
};

/** Merges two customers into the one. @returns the id of the second */
const mergeInto = async (partner: Partner, customerId: string, namesake: string): Promise<string> => {
  const { command } = partner;
  await ok(
    command(
      'POST',
      'merge-partner-customers',
      { source_customer_id: namesake, target_customer_id: customerId, reason: personal.mergeReason },
      'merge-of-the-namesake',
    ),
  );
  const doomed = await newCustomer(partner, 'doomed', { customer_name: 'Doomed' });
  await ok(
    command('POST', 'merge-partner-customers', {
      source_customer_id: doomed,
      target_customer_id: customerId,
      reason: personal.mergeReason,
    }),
  );
  return doomed;
};

/** A customer with three instances and every kind of personal data that the service can store. */
export const plant = async (partner: Partner, connect: Connect, amount: Amount, concurrency = 8): Promise<Planted> => {
  const { command } = partner;
  const customerId = await newCustomer(partner, personal.externalId, {
    customer_name: personal.earlierName,
    customer_email: personal.earlierEmail,
    customer_phone: personal.earlierPhone,
    metadata: { note: personal.earlierMetadata },
  });
  const closing = { partner_customer_id: customerId };
  await ok(
    command(
      'POST',
      'deactivate-partner-customer',
      { ...closing, reason: personal.deactivationReason },
      'a-deactivation',
    ),
  );
  await ok(command('POST', 'reactivate-partner-customer', { ...closing, reason: personal.reactivationReason }));
  const namesake = await newCustomer(partner, 'namesake', {
    customer_name: 'Namesake',
    customer_email: 'namesake@example.net',
  });
  const former = await newCustomer(partner, 'former', { customer_name: 'Former owner' });
  const next = await newCustomer(partner, 'next', { customer_name: 'Next owner' });
  const instances = await plantLines(connect, customerId, former);
  const [first, , third] = instances;
  if (first === undefined || third === undefined) throw new Error('three instances were made');
  await labelAndMove(partner, connect, { customerId, next, first: first.id, third: third.id });
  const doomed = await mergeInto(partner, customerId, namesake);
  await ok(
    command('POST', 'create-connect-session', {
      instance_id: first.id,
      mode: 'reconnect',
      return_url: personal.returnUrl,
      cancel_url: personal.cancelUrl,
    }),
  );
  await plantHistory(partner, customerId, amount.updates);
  await plantReports(
    partner,
    instances.map(({ phoneNumberId }) => phoneNumberId),
    amount.reports,
    concurrency,
  );
  return { customerId, instances, others: [namesake, former, next, doomed] };
};
