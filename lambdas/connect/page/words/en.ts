import { phrase } from '../html.ts';
import type { Words } from './words.ts';

export const english: Words = {
  locale: 'en-GB',
  direction: 'ltr',
  cancel: 'Cancel',
  closePage: 'You can close this page.',
  backTo: (partner) => phrase`Back to ${partner}`,
  privacy: (partner) => phrase`Privacy at ${partner}`,
  utc: (time) => phrase`${time} UTC`,
  invitation: {
    title: 'Connect your number',
    titleAgain: 'Connect your number again',
    asks: (partner) => phrase`${partner} asks to connect your business’s phone number to its messaging service.`,
    asksAgain: (partner) =>
      phrase`${partner} asks you to renew the connection between your phone number and its messaging service.`,
    yourNumber: 'Your number',
    phoneNumber: 'Phone number',
    endsIn: (digits) => phrase`ends in ${digits}`,
    whatHappens: 'What will happen',
    signIn: 'You sign in at the messaging platform. Your password stays there.',
    choose: 'Choose your business account and the phone number to connect.',
    chooseSame: phrase`Choose <strong>the same</strong> business account and phone number as before.`,
    comeBack: 'You come back here, and the connection is made. That takes a few seconds.',
    abilities: (partner) => phrase`${partner} will be able to`,
    messages: 'send and receive messages with this number',
    templates: 'manage your message templates',
    quality: 'see the number’s quality and limits',
    moves: 'Does the number work with another provider now?',
    moving: [
      'In WhatsApp Manager, turn off the number’s two-step verification, or ask that provider to.',
      'Then continue here and enter the same number. The platform sends it a code.',
      'Until the number is connected here, it goes on working with that provider.',
    ],
    kept: 'The number keeps its display name, quality and limits. The platform copies approved templates of good quality.',
    start: 'Continue to sign-in',
    worksUntil: (time) =>
      phrase`This link is for you alone and works until ${time}. If you did not expect it, close this page.`,
  },
  popup: {
    fullPage: 'Sign in on a full page instead',
    opened: 'Please continue in the window that has opened. This page goes on when you have finished there.',
    blocked: 'Your browser blocked the window. Allow pop-ups for this page and try again, or sign in on a full page.',
    notLoaded: 'The sign-in window can’t be opened here. A content blocker may be the reason. Sign in on a full page.',
    finishing: 'Thank you. Your number is being connected …',
  },
  notices: {
    declined: () => 'You stopped before the end, so nothing was connected. You can start again, or cancel for good.',
    interrupted: () => 'The sign-up did not get through, so nothing was connected. Please start again.',
    no_code: () =>
      'The window closed before the sign-up was finished, so nothing was connected. Try again, or sign in on a full page.',
    platform_error: (partner) =>
      phrase`The messaging platform reported a problem, so nothing was connected. Please try again. If it happens again, tell ${partner}.`,
    stopped_at_account: () =>
      'You stopped when a business account was to be chosen. Nothing was connected. If you have no account yet, you can create one there.',
    stopped_at_number: () =>
      'You stopped when a phone number was to be chosen. Nothing was connected. You can choose an existing number there or add a new one.',
    stopped_at_profile: () =>
      'You stopped at your business’s profile. Nothing was connected. You need the name that your customers will see, and a category.',
    stopped_at_phone: () =>
      'You stopped when a phone number was to be entered. Nothing was connected. You need a number that can receive a text message or a call.',
    stopped_at_verification: () =>
      'You stopped before the phone number was verified. Nothing was connected. Have the phone at hand: a code comes by text message or call.',
    stopped_at_permissions: (partner) =>
      phrase`You stopped before you allowed access. Nothing was connected. Without it, ${partner} can’t send or receive your messages.`,
  },
  choice: {
    title: 'Choose your number',
    which: (partner) => phrase`We found more than one phone number. Which one do you want to connect to ${partner}?`,
    numbers: 'Phone numbers',
    account: (name) => phrase`Account: ${name}`,
    unnamed: 'No name',
    missing: 'Please choose a phone number.',
    submit: 'Connect this number',
    nothingYet: (time) => phrase`Nothing is connected until you choose. Please choose before ${time}.`,
  },
  pin: {
    title: 'Enter the PIN of your number',
    why: 'This number is protected by two-step verification. Its six-digit PIN is needed to connect it.',
    label: 'Six-digit PIN',
    wrong:
      'This PIN was not accepted. Check it and try again. After several wrong PINs, the number is locked for a while.',
    malformed: 'A PIN has six digits.',
    submit: 'Continue',
    where: 'Where to find the PIN',
    chosen: 'Someone at your business chose it when two-step verification was turned on for this number.',
    reset:
      'If you do not know it, open WhatsApp Manager, then Phone numbers, the settings of this number, and Two-step verification. There you can change the PIN or turn it off.',
    kept: (partner) => phrase`The PIN is used only to connect the number. ${partner} does not see it.`,
    nothingYet: (time) => phrase`Please enter the PIN before ${time}. Until then, the number is not connected.`,
  },
  progress: {
    title: 'Connecting your number',
    seconds: 'This usually takes a few seconds. The page goes on by itself.',
    busy: 'The messaging platform is very busy at the moment.',
    goesOn: (time) => phrase`The connection goes on by itself after ${time}.`,
    waits: 'The connection waits for the approval for up to 30 days, and goes on by itself once it is given.',
    signedIn: 'Signing in',
    found: 'Finding the phone number',
    ready: 'Making the phone number ready',
    connecting: (partner) => phrase`Connecting to ${partner}`,
    synchronising: 'Synchronising contacts and chats',
    done: 'done',
    look: 'Look again now',
    close: 'You can close this page: the connection is made anyway.',
  },
  ending: {
    completed: 'Your number is connected',
    canSend: (partner) =>
      phrase`${partner} can now send and receive messages with it. There is nothing more to do, and this link is used up.`,
    cannotSend: 'Your number is connected, but can’t send messages yet',
    synchronises:
      'You can go on using the app on your phone. Open it at least every 13 days, so that the number stays connected.',
    failed: 'Your number could not be connected',
    nextSteps: 'What to do next',
    reference: 'Reference',
    cancelled: 'You cancelled',
    nothing: 'Nothing was connected.',
    expired: 'This link has expired',
    limitedTime: 'Links to connect a number work for a limited time.',
    revoked: 'This link is no longer valid',
    withdrawn: (partner) =>
      phrase`It was withdrawn, or replaced by a newer one: look for a later message from ${partner}.`,
    newLink: (partner) => phrase`Ask ${partner} for a new link if you want to go on.`,
  },
  hindrances: {
    blocked: {
      title: 'Messages are blocked',
      says: (partner) =>
        phrase`At the moment, the messaging platform lets ${partner} send no messages with this number.`,
    },
    limited: {
      title: 'Messages are limited',
      says: (partner) =>
        phrase`At the moment, the messaging platform lets ${partner} send only some messages with this number.`,
    },
  },
  manager: 'Open WhatsApp\u00a0Manager',
  failures: {
    reconnect_mismatch: {
      what: () => 'Another business account or phone number was chosen than the one that is connected.',
      next: [() => 'Please choose the same one next time.'],
    },
    number_taken: {
      what: () => 'This phone number is already connected elsewhere. It has to be disconnected there first.',
      next: [() => 'Ask the provider that you used with this number to release it, or choose another number.'],
    },
    number_missing: {
      what: () => 'The business account has no phone number yet. Please add one first.',
      next: [() => 'You can add a number during the sign-up. It must be able to receive a text message or a call.'],
    },
    number_not_verified: {
      what: () => 'The phone number has not been verified yet.',
      next: [() => 'Sign up again, and enter the code that comes by text message or call.'],
    },
    number_deleted: {
      what: () => 'The phone number was deleted a moment ago, and can’t be connected yet.',
      next: [() => 'Wait for ten minutes.'],
    },
    name_not_approved: {
      what: () => 'The display name of the phone number is not approved yet.',
      next: [() => 'Wait for the approval. You see its state in WhatsApp Manager, under Phone numbers.'],
    },
    pin_wrong: {
      what: () => 'The PIN of the phone number was not accepted.',
      next: [() => 'Change the PIN in WhatsApp Manager: Phone numbers, the number’s settings, Two-step verification.'],
    },
    pin_missing: {
      what: () => 'The PIN of the phone number was not entered in time.',
      next: [
        () =>
          'Have the PIN at hand. You can change it in WhatsApp Manager: Phone numbers, the number’s settings, Two-step verification.',
      ],
    },
    pin_locked: {
      what: () => 'Wrong PINs were entered too often, so the number is locked for a while.',
      next: [
        () => 'Wait for a day.',
        () => 'Change the PIN in WhatsApp Manager: Phone numbers, the number’s settings, Two-step verification.',
      ],
    },
    registration_limit: {
      what: () =>
        'This phone number was connected too often in a short time. The platform has locked it for three days.',
      next: [() => 'Wait for three days.'],
    },
    choice_missing: {
      what: () => 'No phone number was chosen in time.',
      next: [],
    },
    waba_not_shared: {
      what: () => 'No business account was shared. Please allow access to your business account next time.',
      next: [],
    },
    access_withdrawn: {
      what: () => 'The access to your business account was withdrawn, or does not include everything that is needed.',
      next: [() => 'Sign up again with a person who manages the account, and allow everything that is asked for.'],
    },
    account_restricted: {
      what: () => 'The messaging platform has restricted your business account.',
      next: [() => 'Open WhatsApp Manager. It tells why, and how to ask for a review.'],
    },
    payment_missing: {
      what: () => 'Your business account has no valid payment method, so the number can’t start conversations.',
      next: [
        () => 'In WhatsApp Manager, open the payment settings of your account.',
        () =>
          'Add a payment method, or correct the one that is there. Messages go through as soon as the platform has accepted it.',
      ],
    },
    business_not_verified: {
      what: () => 'Your business is not verified at the platform.',
      next: [
        () =>
          'Open the settings of your business, then Security Centre, and start the verification. Have the official documents at hand.',
      ],
    },
    country_restricted: {
      what: () => 'Your business account may not send messages to people in some countries.',
      next: [() => 'The platform’s messaging policy says which countries are open to your kind of business.'],
    },
    number_not_registered: {
      what: () => 'The phone number is not registered at the platform.',
      next: [(partner) => phrase`Ask ${partner} for a link to connect it again.`],
    },
    quality_low: {
      what: () => 'Many people blocked or reported messages of the number, so the platform limits them for a while.',
      next: [() => 'Send fewer messages, and only to people who expect them. The limit ends by itself.'],
    },
    synchronisation_failed: {
      what: () => 'The contacts and chats of your phone could not be synchronised.',
      next: [() => 'Update the app on your phone, open it, and keep it open while you sign up again.'],
    },
    webhook_endpoint_missing: {
      what: (partner) => phrase`${partner} has to finish its own set-up first. Nothing is wrong on your side.`,
      next: [(partner) => phrase`Tell ${partner} the reference below.`],
    },
    endpoint_unreachable: {
      what: (partner) =>
        phrase`The system of ${partner} did not answer. Nothing is wrong with your number or your business account.`,
      next: [(partner) => phrase`Tell ${partner} the reference below.`],
    },
    platform_unavailable: {
      what: () => 'The messaging platform could not be reached for too long.',
      next: [() => 'Wait for an hour.'],
    },
    other: {
      what: () => 'The messaging platform did not accept the connection.',
      next: [],
    },
  },
  refusals: {
    unknown: {
      title: 'This link does not work',
      paragraphs: [
        'It may have been cut off on its way. Open it again from the message you got, or copy the whole of it.',
        'If that does not help, ask the company that sent it for a new link.',
      ],
    },
    unavailable: {
      title: 'This link can’t be used now',
      paragraphs: ['Please ask the company that sent it.'],
    },
    method: {
      title: 'That is not possible here',
      paragraphs: ['Please open the link again from the message you got.'],
    },
    forged: {
      title: 'Please open the link again',
      paragraphs: [
        'This did not come from the page of the link, or that page was open in another tab. Nothing was changed.',
        'Open the link again from the message you got. If you did not expect that message, do nothing.',
      ],
    },
    otherBrowser: {
      title: 'This sign-up can’t be finished here',
      paragraphs: [
        'It was not begun in this browser, or it has been used already. Nothing was connected.',
        'Please open the link from the message you got in one browser, and begin again there.',
      ],
    },
    trouble: {
      title: 'Something went wrong on our side',
      paragraphs: ['Nothing is lost. Please open the link again in a minute.'],
    },
    maintenance: {
      title: 'We are in maintenance',
      paragraphs: ['Nothing is lost. Please open the link again in an hour.'],
    },
    notSetUp: {
      title: 'Connecting is not set up yet',
      paragraphs: ['Nothing is lost. Please tell the company that sent the link, and open it again later.'],
    },
  },
};
