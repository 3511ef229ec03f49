import { chosenLanguage } from '../shell/appearance.ts';

/** The words of what can be said before the pages are there. */
const words = {
  en: {
    unreachable: 'The portal could not be loaded',
    unreachableWhy: 'Check your connection, then try again.',
    failed: 'Signing in did not succeed',
    failedWhy: 'Nothing was changed. Sign in again to go on.',
    again: 'Try again',
    signIn: 'Sign in',
  },
  'pt-BR': {
    unreachable: 'Não foi possível carregar o portal',
    unreachableWhy: 'Verifique sua conexão e tente novamente.',
    failed: 'Não foi possível entrar',
    failedWhy: 'Nada foi alterado. Entre novamente para continuar.',
    again: 'Tentar novamente',
    signIn: 'Entrar',
  },
} as const;

const element = (name: 'main' | 'h1' | 'p' | 'button', ...children: readonly (Node | string)[]): HTMLElement => {
  const made = document.createElement(name);
  made.append(...children);
  return made;
};

/** Says what went wrong before the pages were there, with a button that tries again. */
export const showNotice = (kind: 'unreachable' | 'failed', again: () => void): void => {
  const text = words[chosenLanguage()];
  const button = element('button', kind === 'failed' ? text.signIn : text.again);
  button.addEventListener('click', again);
  const notice = element('main', element('h1', text[kind]), element('p', text[`${kind}Why`]), button);
  notice.role = 'alert';
  document.getElementById('portal')?.replaceChildren(notice);
};
