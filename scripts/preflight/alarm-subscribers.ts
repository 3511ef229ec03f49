import { paginateListSubscriptionsByTopic } from '@aws-sdk/client-sns';
import { protocolOf, type AlarmSubscriber, type SubscriberProtocol } from '../../lib/alarm-subscriber.ts';
import { severities, topicIds, type Severity } from '../../lib/severity.ts';
import { ok, warning, type Item } from './item.ts';
import type { Check, StackSubject, Subject } from './subject.ts';

const name = 'subscribers';

/** What SNS returns in place of an ARN: https://docs.aws.amazon.com/sns/latest/api/API_Subscribe.html */
const pending = 'PendingConfirmation';

const confirming: Readonly<Record<SubscriberProtocol, string>> = {
  email: 'Follow the link in the mail of AWS Notifications.',
  https: 'The endpoint confirms by a request to SubscribeURL in the body of the request that SNS sent.',
  sms: 'Leave the SMS sandbox of the account, or verify the number in it.',
};

const lookAt = async (
  { stage }: Subject,
  { planned: { part, region }, clients, stack }: StackSubject,
  severity: Severity,
): Promise<readonly Item[]> => {
  const topic = stack?.physicalId(topicIds[severity]) ?? null;
  if (topic === null) return [];
  const arns = new Map<string, string>();
  for await (const page of paginateListSubscriptionsByTopic({ client: clients.sns }, { TopicArn: topic })) {
    for (const { Endpoint = '', SubscriptionArn = '' } of page.Subscriptions ?? []) arns.set(Endpoint, SubscriptionArn);
  }
  const subscribe = (subscriber: AlarmSubscriber): string =>
    `aws sns subscribe --region ${region} --topic-arn ${topic} --protocol ${protocolOf(subscriber)} --notification-endpoint ${subscriber}`;
  const alarms = `${part === 'edge' ? 'alarms of the edge' : 'alarms'} of the severity ${severity}`;
  return stage.alarms.subscribers[severity].map((subscriber): Item => {
    const arn = arns.get(subscriber);
    if (arn === undefined) {
      return warning(
        name,
        `${subscriber} is not subscribed to ${alarms}`,
        `${subscribe(subscriber)} (or deploy, when it is new)`,
      );
    }
    if (arn !== pending) return ok(name, `${subscriber} gets the ${alarms}`);
    return warning(
      name,
      `${subscriber} has not confirmed the subscription, and gets no ${alarms}`,
      `${confirming[protocolOf(subscriber)]} SNS asks again for: ${subscribe(subscriber)}`,
    );
  });
};

/** Whether everyone whom the stage names gets the alarms. A stack without topics is skipped. */
export const alarmSubscribers: Check = {
  name,
  actions: ['sns:ListSubscriptionsByTopic'],
  look: async (subject) => {
    const topics = subject.stacks.flatMap((stack) => severities.map((severity) => ({ stack, severity })));
    return (await Promise.all(topics.map(({ stack, severity }) => lookAt(subject, stack, severity)))).flat();
  },
};
