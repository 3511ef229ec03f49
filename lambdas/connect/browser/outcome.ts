import type { WindowMessage } from './window-message.ts';

interface Ports {
  readonly later: (milliseconds: number, run: () => void) => void;
  /** Sends the code, or an empty text, and the message of the window, or an empty text. */
  readonly send: (code: string, info: string) => void;
}

export interface Outcome {
  readonly onMessage: (message: WindowMessage) => void;
  /** @param code empty when the window was closed without one */
  readonly onCode: (code: string) => void;
  /** Another window was opened: that the one before gave no code says nothing any more. */
  readonly onTry: () => void;
}

/** How long the message is waited for after the code, which is valid for 30 s. */
const patience = 2_000;

/** Puts the code and the message of a sign-up together. The message comes before the code, after it, or never. */
export const newOutcome = ({ later, send }: Ports): Outcome => {
  let code: string | null = null;
  let message: WindowMessage | null = null;
  let isSent = false;
  const finish = (): void => {
    if (isSent || code === null) return;
    isSent = true;
    send(code, message?.text ?? '');
  };
  /** Whether nothing more is expected: a code may still get its message after one of an earlier try. */
  const isWhole = (): boolean => message !== null && (message.isFinish || code === '');
  return {
    onMessage: (received) => {
      if (message === null || !message.isFinish || received.isFinish) message = received;
      if (isWhole()) finish();
    },
    onCode: (received) => {
      code = received;
      if (isWhole()) finish();
      else later(patience, finish);
    },
    onTry: () => {
      if (code === '') code = null;
    },
  };
};
