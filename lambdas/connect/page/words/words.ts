import type { Failure } from '../failure.ts';
import type { Markup } from '../html.ts';
import type { Notice } from '../notice.ts';

export type Text = string | Markup;

/** A text in which the partner is named. */
type About = (partner: Markup) => Text;

/** A page that refuses a request. */
interface Refusal {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

interface Explanation {
  readonly what: About;
  /** What the end customer can do, before asking for a new link. */
  readonly next: readonly About[];
}

/** All texts of the pages in one language. */
export interface Words {
  /** Of dates, for `Intl`. */
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  readonly cancel: string;
  readonly closePage: string;
  readonly backTo: About;
  /** Of the link to the partner's privacy notice. */
  readonly privacy: About;
  readonly utc: (time: Markup) => Text;
  readonly invitation: {
    readonly title: string;
    readonly titleAgain: string;
    readonly asks: About;
    readonly asksAgain: About;
    readonly yourNumber: string;
    readonly phoneNumber: string;
    readonly endsIn: (digits: Markup) => Text;
    readonly whatHappens: string;
    readonly signIn: string;
    readonly choose: string;
    readonly chooseSame: Text;
    readonly comeBack: string;
    readonly abilities: About;
    readonly messages: string;
    readonly templates: string;
    readonly quality: string;
    readonly moves: string;
    readonly moving: readonly string[];
    readonly kept: string;
    readonly start: string;
    readonly worksUntil: (time: Text) => Text;
  };
  /** Of the sign-up in a window. */
  readonly popup: {
    readonly fullPage: string;
    readonly opened: string;
    readonly blocked: string;
    readonly notLoaded: string;
    readonly finishing: string;
  };
  readonly notices: Readonly<Record<Notice, About>>;
  readonly choice: {
    readonly title: string;
    readonly which: About;
    readonly numbers: string;
    readonly account: (name: Markup) => Text;
    readonly unnamed: string;
    readonly missing: string;
    readonly submit: string;
    readonly nothingYet: (time: Text) => Text;
  };
  readonly pin: {
    readonly title: string;
    readonly why: Text;
    readonly label: string;
    readonly wrong: string;
    readonly malformed: string;
    readonly submit: string;
    readonly where: string;
    readonly chosen: string;
    readonly reset: string;
    readonly kept: About;
    readonly nothingYet: (time: Text) => Text;
  };
  readonly progress: {
    readonly title: string;
    readonly seconds: string;
    readonly busy: string;
    readonly goesOn: (time: Text) => Text;
    /** How long the approval of a display name is waited for. */
    readonly waits: string;
    readonly signedIn: string;
    readonly found: string;
    readonly ready: string;
    readonly connecting: About;
    readonly synchronising: string;
    readonly done: string;
    readonly look: string;
    readonly close: string;
  };
  readonly ending: {
    readonly completed: string;
    readonly canSend: About;
    /** The title when the number can't send. */
    readonly cannotSend: string;
    readonly synchronises: string;
    readonly failed: string;
    readonly nextSteps: string;
    readonly reference: string;
    readonly cancelled: string;
    readonly nothing: string;
    readonly expired: string;
    readonly limitedTime: string;
    readonly revoked: string;
    readonly withdrawn: About;
    readonly newLink: About;
  };
  /** Of a number that is connected, and can't send everything. */
  readonly hindrances: Readonly<Record<'blocked' | 'limited', { readonly title: string; readonly says: About }>>;
  /** Of the way to the platform's own pages. Its name does not break. */
  readonly manager: string;
  readonly failures: Readonly<Record<Failure, Explanation>>;
  readonly refusals: {
    readonly unknown: Refusal;
    readonly unavailable: Refusal;
    readonly method: Refusal;
    readonly forged: Refusal;
    readonly otherBrowser: Refusal;
    readonly trouble: Refusal;
    readonly maintenance: Refusal;
    readonly notSetUp: Refusal;
  };
}
