/** Who or what a failure is about. */
export const errorSubjects = ['recipient', 'message', 'template', 'line', 'account', 'pace', 'platform'] as const;
export type ErrorSubject = (typeof errorSubjects)[number];

export interface DeliveryError {
  readonly about: ErrorSubject;
  readonly why: string;
  readonly advice: string;
  /** Whether the line's verdict counts it: a line cannot help what its recipients cause. */
  readonly held: boolean;
}

const recipient = (why: string, advice: string): DeliveryError => ({ about: 'recipient', why, advice, held: false });
const of = (about: ErrorSubject, why: string, advice: string): DeliveryError => ({ about, why, advice, held: true });

/**
 * Why messages fail, by the platform's code, and what to do.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes
 */
export const deliveryErrors = {
  '130472': recipient(
    'The recipient is in an experiment of the platform.',
    'Do not repeat. Reach the recipient in another way.',
  ),
  '131021': recipient('Sender and recipient are the same number.', 'Send to another number.'),
  '131026': recipient(
    'The recipient cannot receive it: no account, an old app, or terms that were not accepted.',
    'Do not repeat. Check the number.',
  ),
  '131047': recipient('More than 24 hours have passed since the recipient’s last message.', 'Send a template instead.'),
  '131049': recipient('The recipient had enough marketing messages for now.', 'Repeat in a day at the earliest.'),
  '131050': recipient(
    'The recipient stopped marketing messages from this business.',
    'Send no marketing to the recipient any more.',
  ),
  '131062': recipient('This kind of message cannot be sent to a user id.', 'Send it to the phone number.'),
  '137000': recipient('The platform counts it as a failure of the recipient.', 'Do not repeat.'),
  '130403': of('recipient', 'Your business has blocked the recipient.', 'Unblock the recipient first.'),
  '131030': of(
    'recipient',
    'A test number sends only to recipients that are in its list.',
    'Add the recipient to the list at the platform, or send from another number.',
  ),
  '100': of('message', 'A parameter is unknown or misspelt.', 'Correct the message in your backend.'),
  '131008': of('message', 'A parameter is missing.', 'Correct the message in your backend.'),
  '131009': of('message', 'A parameter is not valid.', 'Correct the message in your backend.'),
  '135000': of('message', 'The platform does not understand the message.', 'Correct the message in your backend.'),
  '131051': of('message', 'This type of message is not supported.', 'Correct the message in your backend.'),
  '131052': of('message', 'The recipient’s file could not be loaded.', 'Ask the recipient to send it in another way.'),
  '131053': of('message', 'The file of the message could not be loaded.', 'Check its address, size and type.'),
  '132000': of(
    'template',
    'The number of variables is not that of the template.',
    'Correct the variables in your backend.',
  ),
  '132001': of(
    'template',
    'The template does not exist in this language, or is not approved.',
    'Look it up among the templates.',
  ),
  '132005': of('template', 'The text with its variables is too long.', 'Send shorter variables.'),
  '132007': of('template', 'The content breaks a rule of the platform.', 'Change the template.'),
  '132012': of('template', 'A variable has the wrong format.', 'Correct the variables in your backend.'),
  '132015': of('template', 'The template is paused for its low quality.', 'Look it up among the templates.'),
  '132016': of('template', 'The template is disabled for good.', 'Create another template.'),
  '132018': of('template', 'The variables of the template are not valid.', 'Correct the variables in your backend.'),
  '132068': of('template', 'The flow of the template is blocked.', 'Correct the flow at the platform.'),
  '132069': of(
    'template',
    'The flow of the template was sent as often as it may be in an hour.',
    'Correct the flow at the platform, and repeat later.',
  ),
  '131037': of(
    'line',
    'The number has no approved display name.',
    'The owner sets a display name at the platform and waits for its approval.',
  ),
  '131045': of('line', 'The number is not registered.', 'Connect the line again.'),
  '133010': of('line', 'The number is not registered at the platform.', 'Connect the line again.'),
  '131005': of('line', 'The permission was not given, or was taken back.', 'Connect the line again.'),
  '190': of('line', 'The access to the platform ended.', 'Connect the line again.'),
  '368': of(
    'account',
    'The account is blocked for a time for breaking a rule.',
    'The owner sees the reason at the platform.',
  ),
  '130497': of('account', 'The account may not send to this country.', 'Do not send to this country.'),
  '131031': of('account', 'The account is locked.', 'The owner must resolve it at the platform.'),
  '131042': of(
    'account',
    'There is a problem with the payment.',
    'The owner must check the payment method at the platform.',
  ),
  '131048': of(
    'account',
    'Too many recipients blocked the number or reported spam.',
    'Send less, and only to those who want it. The limit ends by itself.',
  ),
  // https://developers.facebook.com/documentation/business-messaging/whatsapp/marketing-messages/route-template-messages
  '131063': of(
    'account',
    'The account sends marketing templates through the Marketing Messages API alone.',
    'Send them there, or the owner allows them in the Cloud API again.',
  ),
  '131064': of(
    'account',
    'The platform limits the messages of the account for now.',
    'Send less, and only to those who want it. The limit ends by itself.',
  ),
  '130429': of('pace', 'Too many messages in too short a time.', 'Send more slowly, and repeat later.'),
  '131056': of(
    'pace',
    'Too many messages to the same recipient in a short time.',
    'Send more slowly to this recipient.',
  ),
  '80007': of('pace', 'The account has made too many calls.', 'Send more slowly, and repeat later.'),
  '131000': of('platform', 'An error of the platform.', 'Repeat later.'),
  '131016': of('platform', 'A service of the platform is overloaded.', 'Repeat later.'),
  '131057': of('platform', 'The account is in maintenance at the platform.', 'Repeat in some minutes.'),
} as const satisfies Readonly<Record<string, DeliveryError>>;

export type DeliveryErrorCode = keyof typeof deliveryErrors;

/** How the verdict on a line or a partner is made of the shares of its messages. */
export const verdictRules = { enoughMessages: 20, degradedAbove: 0.05, criticalAbove: 0.15 } as const;
