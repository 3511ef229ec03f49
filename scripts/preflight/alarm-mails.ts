import { paginateListSubscriptionsByTopic } from '@aws-sdk/client-sns';
import { ok, warning, type Item } from './item.ts';
import type { Check } from './subject.ts';

const name = 'alarm mails';

/** What SNS returns in place of an ARN: https://docs.aws.amazon.com/sns/latest/api/API_Subscribe.html */
const pending = 'PendingConfirmation';

/** Whether every address that the stage names gets the alarm mails. */
export const alarmMails: Check = {
  name,
  actions: ['sns:ListSubscriptionsByTopic'],
  look: async ({ clients, stage, stack }) => {
    const topic = stack?.physicalId('AlarmTopic') ?? null;
    if (topic === null) return [];
    const arns = new Map<string, string>();
    for await (const page of paginateListSubscriptionsByTopic({ client: clients.sns }, { TopicArn: topic })) {
      for (const { Endpoint = '', SubscriptionArn = '' } of page.Subscriptions ?? [])
        arns.set(Endpoint, SubscriptionArn);
    }
    const subscribe = (email: string): string =>
      `aws sns subscribe --region ${stage.region} --topic-arn ${topic} --protocol email --notification-endpoint ${email}`;
    return stage.alarms.emails.map((email): Item => {
      const arn = arns.get(email);
      if (arn === undefined) {
        return warning(name, `${email} is not subscribed`, `${subscribe(email)} (or deploy, when it is new)`);
      }
      if (arn !== pending) return ok(name, `${email} gets the alarm mails`);
      return warning(
        name,
        `${email} has not confirmed the subscription, and gets no alarm mails`,
        `Follow the link in the mail of AWS Notifications. SNS sends it again for: ${subscribe(email)}`,
      );
    });
  },
};
