import { paginateListSubscriptionsByTopic } from '@aws-sdk/client-sns';
import { ok, warning, type Item } from './item.ts';
import type { Check } from './subject.ts';

const name = 'alarm mails';

/** In the place of an ARN: https://docs.aws.amazon.com/sns/latest/api/API_Subscribe.html */
const pending = 'PendingConfirmation';

/** Whether everybody whom the stage names hears of alarms. */
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
      if (arn !== pending) return ok(name, `${email} hears of alarms`);
      return warning(
        name,
        `${email} has not confirmed yet, and hears nothing`,
        `Follow the link in the mail of AWS Notifications. SNS sends it again for: ${subscribe(email)}`,
      );
    });
  },
};
