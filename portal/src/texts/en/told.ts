import { troubles } from './troubles.ts';

interface Told {
  readonly title: string;
  /** @param facts the figures and names in the service's own text, in their order */
  readonly why: (facts: readonly string[]) => string;
}

/** The notifications of the service, by its titles, in the words of the portal. Others are shown as they come. */
export const told: Readonly<Record<string, Told>> = {
  'An instance needs to be connected again': {
    title: 'A line must be connected again',
    why: () => 'It sends and receives nothing until its customer connects it again. Create a link and send it.',
  },
  'A platform token expires soon': {
    title: 'A line must be connected again soon',
    why: ([days = '']) =>
      `Its access to the platform ends in ${days === '1' ? '1 day' : `${days} days`}. Create a link to connect it again and send it.`,
  },
  'An instance works again': {
    title: 'A line works again',
    why: () => 'The platform accepts its access again. There is nothing to do.',
  },
  'A number of the business app is paused': {
    title: 'A number of the business app is paused',
    why: () => 'Its business changed the phone or registered the app again. Sending fails until it is back in the app.',
  },
  'A callback could not be removed': {
    title: 'A line could not be removed',
    why: () => 'The platform did not remove its callback, so its slot stays taken. Deactivate the line again.',
  },
  'The platform flagged a number': {
    title: 'The platform flagged a number',
    why: () => 'Its quality is low. If it stays so, the platform lowers its limit.',
  },
  "A number's quality turned red": {
    title: 'The quality of a number is low',
    why: () => 'Many recipients block or report its messages.',
  },
  'The platform restricted a number': {
    title: 'The platform restricted a number',
    why: ([code]) =>
      `It sends nothing, or only in part. ${code === undefined ? 'The line shows its status at the platform.' : troubles.reason(code)}`,
  },
  'A number is no longer connected at the platform': {
    title: 'A number is no longer connected at the platform',
    why: ([code = '']) => `It sends nothing. ${troubles.reason(code)}`,
  },
  'The platform blocks a number': {
    title: 'The platform blocks messages of a line',
    why: ([code = '']) => troubles.reason(code),
  },
  'The platform limits a number': {
    title: 'The platform limits messages of a line',
    why: ([code = '']) => troubles.reason(code),
  },
  'A number can send again': {
    title: 'A line can send again',
    why: () => 'The platform no longer limits or blocks it.',
  },
  'A display name was declined': {
    title: 'A display name was declined',
    why: () => 'The customer chooses another name in WhatsApp Manager.',
  },
  'A display name was approved': {
    title: 'A display name was approved',
    why: () => 'The service registers the number under it within minutes.',
  },
  'An approved display name could not be registered': {
    title: 'An approved display name could not be registered',
    why: () => 'Reconnect the line within 14 days of the approval.',
  },
  'The platform refuses valid access': {
    title: 'The platform refuses valid access',
    why: () => 'It refuses several business accounts at once. No line counts as lost; sending may fail for some time.',
  },
  'The platform restricted a business account': {
    title: 'The platform restricted a business account',
    why: () => 'Its lines send nothing, or only in part, until the platform lifts the restriction.',
  },
  'Your webhook endpoint keeps failing': {
    title: 'Your endpoint keeps failing',
    why: () =>
      'It took no event for half of the time after which it is disabled. Events wait, and are sent when it answers again.',
  },
  'Your webhook endpoint was disabled': {
    title: 'Your endpoint was disabled',
    why: () =>
      'It failed for too long or answered 410. Events are kept for 30 days. Save the endpoint to enable it again.',
  },
  'Callbacks could not be moved to your new webhook endpoint': {
    title: 'Callbacks could not be moved to your new endpoint',
    why: ([failed = '', total = '']) => `${failed} of ${total} lines still use the former one. Retry the migration.`,
  },
  'Many messages of an instance fail': {
    title: 'Many messages of a line fail',
    why: ([share = '', hours = '']) => `${share}% of its messages of the last ${hours} hours failed.`,
  },
  'More messages of an instance fail than usual': {
    title: 'More messages of a line fail than usual',
    why: ([share = '', hours = '']) => `${share}% of its messages of the last ${hours} hours failed.`,
  },
  'Few slots are left': {
    title: 'Few slots are left',
    why: ([taken = '', limit = '']) => `${taken} of ${limit} slots are taken. Ask the operator for more.`,
  },
  'All slots are taken': {
    title: 'All slots are taken',
    why: ([taken = '', limit = '']) => `${taken} of ${limit} slots are taken. New lines are refused.`,
  },
  'The category of a template will change': {
    title: 'The category of a template will change',
    why: () =>
      'The platform changes it within a day. Its prices and rules change with it. The template shows the new category.',
  },
  'A template was rejected': {
    title: 'A template was rejected',
    why: ([name = '', language = '', said = '']) =>
      `${name} (${language}) cannot be sent.${said === '' ? '' : ` The platform says: ${said}`}`,
  },
  'A template was paused': {
    title: 'A template was paused',
    why: ([name = '', language = '']) =>
      `${name} (${language}) cannot be sent until the platform lifts the pause. Its quality is low.`,
  },
  'A template was disabled': {
    title: 'A template was disabled',
    why: ([name = '', language = '']) => `${name} (${language}) cannot be sent any more. Edit it, or use another one.`,
  },
};
