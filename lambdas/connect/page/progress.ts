import { connectSteps, type ConnectStep } from '../../domain/connect-session.ts';
import { html, type Markup } from './html.ts';
import type { Page } from './layout.ts';
import { pathsOf } from './paths.ts';

/** The stages that the page shows. Each is done after a step. */
const stages = (partner: string): readonly { readonly text: string; readonly doneAfter: ConnectStep }[] => [
  { text: 'Signed in', doneAfter: 'authorised' },
  { text: 'Phone number found', doneAfter: 'identified' },
  { text: 'Phone number made ready', doneAfter: 'registered' },
  { text: `Connecting to ${partner}`, doneAfter: 'callback_set' },
];

const reached = (step: ConnectStep | null): number => (step === null ? -1 : connectSteps.indexOf(step));

const stageList = (partner: string, step: ConnectStep | null): readonly Markup[] => {
  const done = stages(partner).map(({ doneAfter }) => connectSteps.indexOf(doneAfter) <= reached(step));
  const current = done.indexOf(false);
  return stages(partner).map(({ text }, index) => {
    if (done[index] === true) return html`<li class="done">${text}<span class="quiet"> – done</span></li>`;
    return index === current ? html`<li class="now" aria-current="step">${text} …</li>` : html`<li>${text}</li>`;
  });
};

/** The page while the connection is being made. It reloads itself. */
export const progressPage = (token: string, partner: string, step: ConnectStep | null): Page => {
  const { progress } = pathsOf(token);
  return {
    status: 200,
    title: 'Connecting your number',
    icon: 'clock',
    tone: 'plain',
    refresh: progress,
    content: html`<p role="status">This usually takes a few seconds. The page goes on by itself.</p>
      <ul>
        ${stageList(partner, step)}
      </ul>
      <a class="button second" href="${progress}">Look again now</a>`,
    footer: html`You can close this page: the connection is made anyway.`,
  };
};
