/** The path of the status page on the origin of the portal, and its objects in the portal's bucket. */
export const statusPath = '/status/';
export const statusRecordKey = 'status/status.json';
export const statusPageKey = 'status/index.html';

/** CloudFront and browsers ask for the objects again after a minute. */
export const statusCacheControl = 'public, max-age=60';

/** The content security policy names the style and the script by their hashes. */
export const statusStyle = `
:root{color-scheme:light dark;--back:#f2f4f7;--card:#fff;--text:#16202c;--quiet:#566373;--line:#dbe1e8;--good:#0a7a5c;--bad:#b3261e;--none:#8b96a3}
@media (prefers-color-scheme:dark){:root{--back:#0e1318;--card:#182027;--text:#e9eef3;--quiet:#9fabb8;--line:#2c3641;--good:#4cc7a4;--bad:#ff8a80;--none:#76828e}}
*{box-sizing:border-box;margin:0}
[hidden]{display:none}
body{padding:2rem 1rem;background:var(--back);color:var(--text);font:1rem/1.5 system-ui,sans-serif}
main,footer{max-width:52rem;margin:0 auto}
h1{font-size:1.5rem}
h2{font-size:1.1rem}
section,details{margin-top:1rem;padding:1rem 1.25rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem}
.now{margin-top:.5rem;font-size:1.1rem}
.good{color:var(--good);font-weight:600}
.bad,.stale{color:var(--bad);font-weight:600}
.quiet,footer,small{color:var(--quiet)}
.row{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;align-items:baseline}
.bars{display:block;width:100%;height:2.5rem;margin:.75rem 0 .25rem}
.bars .g{fill:var(--good)}
.bars .b{fill:var(--bad)}
.bars .n{fill:var(--none)}
ul{margin-top:.5rem;padding-left:1.25rem}
summary{font-weight:600;cursor:pointer}
.wide{margin-top:.75rem;overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .75rem .3rem 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top;white-space:nowrap}
small{display:block}
:focus-visible{outline:3px solid var(--good);outline-offset:3px}
footer{padding-top:1rem;font-size:.9rem}
`;

/** Says that no check ran for 15 minutes, which the page itself can't know. */
export const statusScript =
  'if(Date.now()-Date.parse(document.querySelector("[data-checked]").dateTime)>9e5)document.getElementById("stale").hidden=false';
