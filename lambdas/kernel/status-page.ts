import { systemLook } from './look.ts';

/** The path of the status page on the origin of the portal, and its objects in the portal's bucket. */
export const statusPath = '/status/';
export const statusRecordKey = 'status/status.json';
export const statusPageKey = 'status/index.html';

/** CloudFront and browsers ask for the objects again after a minute. */
export const statusCacheControl = 'public, max-age=60';

const look = systemLook(['back', 'card', 'text', 'quiet', 'line', 'field', 'act', 'good', 'bad']);

/** The content security policy names the style and the script by their hashes. */
export const statusStyle = `${look}*{box-sizing:border-box;margin:0}
[hidden]{display:none}
body{padding:2rem 1rem;background:var(--back);color:var(--text);font:1rem/1.5 var(--font)}
main,footer{max-width:52rem;margin:0 auto}
h1{display:flex;align-items:center;gap:.6rem;font-size:1.5rem}
h1 svg{width:1.75rem}
h2{font-size:1.1rem}
section,details{margin-top:1rem;padding:1rem 1.25rem;background:var(--card);border:1px solid var(--line);border-radius:var(--round)}
.now{margin-top:.5rem;font-size:1.1rem}
.good{color:var(--good);font-weight:600}
.bad,.stale{color:var(--bad);font-weight:600}
.quiet,footer,small{color:var(--quiet)}
.row{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;align-items:baseline}
.bars{display:block;width:100%;height:2.5rem;margin:.75rem 0 .25rem}
.bars .g{fill:var(--good)}
.bars .b{fill:var(--bad)}
.bars .n{fill:var(--field)}
ul{margin-top:.5rem;padding-left:1.25rem}
summary{font-weight:600;cursor:pointer}
.wide{margin-top:.75rem;overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .75rem .3rem 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top;white-space:nowrap}
small{display:block}
:focus-visible{outline:3px solid var(--act);outline-offset:3px}
footer{padding-top:1rem;font-size:.9rem}
`;

/** Says that no check ran for 15 minutes, which the page itself can't know. */
export const statusScript =
  'if(Date.now()-Date.parse(document.querySelector("[data-checked]").dateTime)>9e5)document.getElementById("stale").hidden=false';
