import { calls } from '../calls.ts';
import { html, type Markup } from '../../lambdas/connect/page/html.ts';
import { stateOption, type StackDescription } from '../state-file.ts';
import { deleteCommand, postCommand } from './commands.ts';
import { copyable } from './copyable.ts';

/** What the local endpoint of a partner can be made to do. */
export const endpointControls = ({ receiver }: StackDescription, number: number): Markup =>
  html`<details data-partner="${String(number)}">
    <summary>Control this endpoint</summary>
    <dl>
      ${copyable('Answer 500 to the next three', postCommand(receiver.control_url, { partner: number, status: 500, times: 3 }))}
      ${copyable('Answer 500 to all', postCommand(receiver.control_url, { partner: number, status: 500 }))}
      ${copyable('Answer as before', postCommand(receiver.control_url, { partner: number, clear: true }))}
      ${copyable('Empty the inbox', deleteCommand(`${receiver.inbox_url}?partner=${number}`))}
    </dl>
  </details>`;

/** The simulated messaging platform: its addresses, and what it can be made to do. */
export const platformSimulator = ({ platform }: StackDescription, stateFile: string): Markup => {
  const { control_url: control, graph_url: graph, callback_url: callback, app_secret: secret } = platform;
  return html`<section class="card" id="platform" aria-labelledby="platform-title">
    <h2 id="platform-title">Platform simulator</h2>
    <p class="quiet">
      Stands in for the messaging platform. <a href="${control}">Its numbers, templates and calls</a> are JSON.
      <a href="/portal/lines/new">A new line</a> of the portal opens its sign-up page.
    </p>
    <dl>
      ${copyable('Graph API', graph)} ${copyable('App secret', secret, 'signs the callbacks')}
      ${copyable('Callbacks go to', callback)}
      ${copyable('Have a person write to the first line', `${calls.listen}${stateOption(stateFile)} trigger platform.message.text`)}
      ${copyable('List what else can be played', `${calls.listen}${stateOption(stateFile)} trigger --help`)}
      ${copyable('Fail the next call', postCommand(control, { fault: { status: 500, times: 1 } }))}
      ${copyable('End the tokens of all lines', postCommand(control, { token: { expire: true } }))}
      ${copyable('Take both back', postCommand(control, { clear: true, token: { expire: false } }))}
    </dl>
    <p class="quiet">All instructions are in <code>packages/platform-simulator/README.md</code>.</p>
  </section>`;
};
