import { newOutcome } from './outcome.ts';
import { isFromPlatform, windowMessageOf } from './window-message.ts';

/** The script of the page that signs up in a window. Without it, or without the platform's script, the page's forms do. */

/** What is used of the platform's script. https://developers.facebook.com/docs/reference/javascript/FB.login */
interface Sdk {
  readonly init: (options: {
    readonly appId: string;
    readonly autoLogAppEvents: boolean;
    readonly xfbml: boolean;
    readonly version: string;
  }) => void;
  readonly login: (
    answered: (answer: { readonly authResponse?: { readonly code?: string } | null }) => void,
    options: {
      readonly config_id: string;
      readonly response_type: 'code';
      readonly override_default_response_type: true;
      readonly extras: unknown;
    },
  ) => void;
}

declare global {
  interface Window {
    readonly FB?: Sdk;
    fbAsyncInit?: () => void;
  }
}

/** Shows one of the page's texts, and hides the others. */
const tell = (kind: 'opened' | 'finishing' | 'blocked' | 'not_loaded'): void => {
  for (const text of document.querySelectorAll<HTMLElement>('[data-message]'))
    text.hidden = text.dataset['message'] !== kind;
};

/** @param form with the fields that it is to send */
const submit = (form: HTMLFormElement, fields: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(fields)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = value;
  }
  tell('finishing');
  form.submit();
};

const run = (button: HTMLButtonElement, form: HTMLFormElement): void => {
  const { appId = '', configId = '', extras = '', version = '', sdkUrl = '', dialogUrl = '' } = button.dataset;
  const outcome = newOutcome({
    later: (milliseconds, then) => setTimeout(then, milliseconds),
    send: (code, info) => {
      submit(form, { code, info });
    },
  });
  let tries = 0;
  let isBlocked = false;

  window.addEventListener('message', ({ origin, data }: MessageEvent<unknown>) => {
    const message = isFromPlatform(origin, dialogUrl) ? windowMessageOf(data) : null;
    if (message !== null) outcome.onMessage(message);
  });

  const open = window.open.bind(window);
  window.open = (...given) => {
    const opened = open(...given);
    if (opened === null) {
      isBlocked = true;
      tell('blocked');
    }
    return opened;
  };

  const login = (sdk: Sdk): void => {
    tries += 1;
    const current = tries;
    isBlocked = false;
    outcome.onTry();
    tell('opened');
    sdk.login(
      ({ authResponse }) => {
        const code = authResponse?.code ?? '';
        // A window that was blocked, or replaced by another try, says nothing about the sign-up.
        if (code !== '' || (current === tries && !isBlocked)) outcome.onCode(code);
      },
      {
        config_id: configId,
        response_type: 'code',
        override_default_response_type: true,
        extras: JSON.parse(extras),
      },
    );
  };

  let sdk: Sdk | undefined;
  window.fbAsyncInit = () => {
    window.FB?.init({ appId, autoLogAppEvents: true, xfbml: true, version });
    sdk = window.FB;
  };
  // Only in the click's own handler may a page open a window.
  button.addEventListener('click', (event) => {
    // The button sends its form, which leads to the full-page dialog.
    if (sdk === undefined) return;
    event.preventDefault();
    login(sdk);
  });

  const script = document.createElement('script');
  script.src = sdkUrl;
  script.async = true;
  script.addEventListener('error', () => {
    tell('not_loaded');
  });
  document.head.append(script);
};

const button = document.querySelector('#popup');
const form = document.querySelector('#finish');
if (button instanceof HTMLButtonElement && form instanceof HTMLFormElement) run(button, form);
