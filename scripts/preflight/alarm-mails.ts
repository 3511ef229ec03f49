import { paginateListSubscriptionsByTopic } from '@aws-sdk/client-sns';
import { severities, topicIds, type Severity } from '../../lib/severity.ts';
import { ok, warning, type Item } from './item.ts';
import type { Check, StackSubject, Subject } from './subject.ts';

const name = 'alarm mails';

/** What SNS returns in place of an ARN: https://docs.aws.amazon.com/sns/latest/api/API_Subscribe.html */
const pending = 'PendingConfirmation';

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
  const subscribe = (email: string): string =>
    `aws sns subscribe --region ${region} --topic-arn ${topic} --protocol email --notification-endpoint ${email}`;
  const mails = part === 'edge' ? 'alarm mails of the edge' : 'alarm mails';
  return stage.alarms.emails[severity].map((email): Item => {
    const arn = arns.get(email);
    if (arn === undefined) {
      return warning(
        name,
        `${email} is not subscribed to ${mails} of the severity ${severity}`,
        `${subscribe(email)} (or deploy, when it is new)`,
      );
    }
    if (arn !== pending) return ok(name, `${email} gets the ${mails} of the severity ${severity}`);
    return warning(
      name,
      `${email} has not confirmed the subscription, and gets no ${mails} of the severity ${severity}`,
      `Follow the link in the mail of AWS Notifications. SNS sends it again for: ${subscribe(email)}`,
    );
  });
};

/** Whether every address that the stage names gets the alarm mails. A stack without topics is skipped. */
export const alarmMails: Check = {
  name,
  actions: ['sns:ListSubscriptionsByTopic'],
  look: async (subject) => {
    const topics = subject.stacks.flatMap((stack) => severities.map((severity) => ({ stack, severity })));
    return (await Promise.all(topics.map(({ stack, severity }) => lookAt(subject, stack, severity)))).flat();
  },
};
