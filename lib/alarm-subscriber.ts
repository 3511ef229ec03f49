/**
 * Who gets alarms: an e-mail address, a phone number for SMS (E.164), or the HTTPS endpoint of a pager service. An endpoint whose URL holds a key
 * is subscribed outside the repository, to the topic of the output.
 * https://docs.aws.amazon.com/sns/latest/dg/sns-event-destinations.html
 */
export type AlarmSubscriber = `${string}@${string}` | `+${number}` | `https://${string}`;

export type SubscriberProtocol = 'email' | 'sms' | 'https';

export const protocolOf = (subscriber: AlarmSubscriber): SubscriberProtocol => {
  if (subscriber.startsWith('https://')) return 'https';
  return subscriber.startsWith('+') ? 'sms' : 'email';
};
