import { html, Markup, phrase } from '../connect/page/html.ts';
import {
  daysUntil,
  minutesOfRun,
  probedParts,
  shownDays,
  type ProbedPart,
  type StageStatus,
} from '../domain/stage-status.ts';
import { logo } from '../kernel/look.ts';
import { statusScript, statusStyle } from '../kernel/status-page.ts';

const names: Readonly<Record<ProbedPart, string>> = {
  calls: 'API',
  events: 'Events',
  search: 'Search of deliveries',
  connect: 'Sign-up pages',
  sign_in: 'Sign-in',
};

type PartStatus = NonNullable<StageStatus['parts'][ProbedPart]>;
type Runs = PartStatus['days'][string];

const dateOf = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const timeOf = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const dateText = (date: string): string => dateOf.format(new Date(date));
const moment = (time: string): Markup => html`<time datetime="${time}">${timeOf.format(new Date(time))} UTC</time>`;

const minutesText = (runs: number): string => (runs * minutesOfRun).toLocaleString('en');

/** Rounded down: 100 % means that no run was bad. */
const shareOf = ([good, bad]: Runs): string => {
  const hundredths = Math.floor((10_000 * good) / (good + bad));
  return `${hundredths === 10_000 ? '100' : (hundredths / 100).toFixed(2)} %`;
};

const sumOf = (days: PartStatus['days']): Runs =>
  Object.values(days).reduce<Runs>(([good, bad], [more, worse]) => [good + more, bad + worse], [0, 0]);

const checkedText = ([good, bad]: Runs): string =>
  `${minutesText(bad)} of ${minutesText(good + bad)} checked minutes bad`;

const barHeight = 40;
const barWidth = 10;

/** A bad day differs from a good one by its upper part, and a day without data by its height, not by colour alone. */
const barOf = (date: string, runs: Runs | undefined, index: number): Markup => {
  const x = String(index * barWidth);
  if (runs === undefined) {
    return phrase`<g><title>${dateText(date)}: no data</title><rect class="n" x="${x}" y="36" width="7" height="4"/></g>`;
  }
  const [good, bad] = runs;
  const height = bad === 0 ? 0 : Math.max(12, Math.round((barHeight * bad) / (good + bad)));
  const title = `${dateText(date)}: ${shareOf(runs)} good, ${checkedText(runs)}`;
  const upper = bad === 0 ? null : phrase`<rect class="b" x="${x}" y="0" width="7" height="${String(height)}"/>`;
  const lower = phrase`<rect class="g" x="${x}" y="${String(height)}" width="7" height="${String(barHeight - height)}"/>`;
  return phrase`<g><title>${title}</title>${upper}${lower}</g>`;
};

const nowOf = ({ good, since }: PartStatus): Markup => {
  if (good === null) return html`<span class="quiet">Not checked since ${moment(since)}</span>`;
  return good
    ? html`<span><span class="good">Works</span> since ${moment(since)}</span>`
    : html`<span><span class="bad">Does not work</span> since ${moment(since)}</span>`;
};

const partSection = (part: ProbedPart, status: PartStatus, days: readonly string[]): Markup => {
  const sum = sumOf(status.days);
  const share = sum[0] + sum[1] === 0 ? 'no data' : `${shareOf(sum)} good`;
  return html`<section>
    <div class="row">
      <h2>${names[part]}</h2>
      ${nowOf(status)}
    </div>
    <svg
      class="bars"
      viewBox="0 0 ${String(shownDays * barWidth - 3)} ${String(barHeight)}"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      ${days.map((date, index) => barOf(date, status.days[date], index))}
    </svg>
    <div class="row quiet"><span>${String(shownDays)} days ago</span><span>${share}</span><span>Today</span></div>
  </section> `;
};

const incidentItem = ({ from, until, parts }: StageStatus['incidents'][number]): Markup => {
  const end = until === null ? html`, goes on` : html` to ${moment(until)}`;
  return html`<li>${moment(from)}${end}: ${parts.map((part) => names[part]).join(', ')}</li> `;
};

const incidentsSection = (incidents: StageStatus['incidents']): Markup =>
  html`<section>
    <h2>Incidents of ${String(shownDays)} days</h2>
    ${
      incidents.length === 0
        ? html`<p>None.</p>`
        : html`<ul>
            ${incidents.map(incidentItem)}
          </ul>`
    }
  </section> `;

type Shown = readonly (readonly [ProbedPart, PartStatus])[];

const cellOf = (runs: Runs | undefined): Markup =>
  runs === undefined ? html`<td>no data</td>` : html`<td>${shareOf(runs)}<small>${checkedText(runs)}</small></td>`;

const dayTable = (shown: Shown, days: readonly string[]): Markup => {
  const rows = days
    .filter((date) => shown.some(([, { days: counted }]) => date in counted))
    .toReversed()
    .map(
      (date) =>
        html`<tr>
          <th scope="row">${dateText(date)}</th>
          ${shown.map(([, { days: counted }]) => cellOf(counted[date]))}
        </tr> `,
    );
  return html`<details>
    <summary>Each day as a table</summary>
    <div class="wide" role="region" aria-label="Each day" tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">Day (UTC)</th>
            ${shown.map(([part]) => html`<th scope="col">${names[part]}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
  </details> `;
};

const overall = (shown: Shown): Markup => {
  const named = (state: boolean | null): string =>
    shown.flatMap(([part, { good }]) => (good === state ? [names[part]] : [])).join(', ');
  const [bad, unchecked] = [named(false), named(null)];
  if (bad !== '') return html`<p class="now bad">Does not work: ${bad}.</p>`;
  return unchecked === ''
    ? html`<p class="now good">All parts work.</p>`
    : html`<p class="now good">All checked parts work. Not checked: ${unchecked}.</p>`;
};

/** The status page, whole: it loads nothing. */
export const statusPage = (status: StageStatus): string => {
  const days = daysUntil(Date.parse(status.checked_at));
  const shown: Shown = probedParts.flatMap((part) => {
    const found = status.parts[part];
    return found === undefined ? [] : [[part, found] as const];
  });
  const period = String(minutesOfRun);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>Status</title>
        ${new Markup(`<style>${statusStyle}</style>`)}
      </head>
      <body>
        <main>
          <h1>${new Markup(logo)} Status</h1>
          ${overall(shown)}
          <p id="stale" class="stale" hidden>The checks have stopped: this page is out of date.</p>
          ${shown.map(([part, found]) => partSection(part, found, days))}${incidentsSection(status.incidents)}${dayTable(shown, days)}
        </main>
        <footer>
          <p>
            Checked from outside every ${period} minutes, last at
            <time data-checked datetime="${status.checked_at}">${timeOf.format(new Date(status.checked_at))} UTC</time>.
            When that is more than 15 minutes ago, the checks have stopped.
          </p>
          <p>
            Each check counts for ${period} minutes. A missing check counts neither as good nor as bad. An incident ends
            with the first check that finds all parts good, or with the last one before the checks stop.
          </p>
        </footer>
        ${new Markup(`<script>${statusScript}</script>`)}
      </body>
    </html> `.text;
};
