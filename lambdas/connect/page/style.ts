import { createHash } from 'node:crypto';

/** Each page contains the style, so that it loads in one request. */
export const style = `
:root{color-scheme:light dark;--back:#f2f4f7;--card:#fff;--text:#16202c;--quiet:#566373;--line:#dbe1e8;--act:#0a5c4a;--on-act:#fff;--soft:#e5f3ef;--warn:#8a2c0d;--warn-soft:#fdeee6}
@media (prefers-color-scheme:dark){:root{--back:#0e1318;--card:#182027;--text:#e9eef3;--quiet:#9fabb8;--line:#2c3641;--act:#5ad6b6;--on-act:#05231b;--soft:#12302a;--warn:#ffb394;--warn-soft:#3a2016}}
*{box-sizing:border-box;margin:0}
html{-webkit-text-size-adjust:100%}
body{min-height:100dvh;display:flex;flex-direction:column;align-items:center;padding:1.5rem 1rem;padding:max(1.5rem,env(safe-area-inset-top)) 1rem max(1.5rem,env(safe-area-inset-bottom));background:var(--back);color:var(--text);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
.sheet{width:100%;max-width:28rem;margin:auto}
main{padding:1.75rem 1.5rem 1.5rem;background:var(--card);border:1px solid var(--line);border-radius:1.25rem}
.mark{display:flex;align-items:center;justify-content:center;width:3rem;height:3rem;margin-bottom:1.1rem;border-radius:1rem;background:var(--soft);color:var(--act)}
.mark svg{width:1.6rem;height:1.6rem;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.warn .mark{background:var(--warn-soft);color:var(--warn)}
h1{font-size:1.5rem;line-height:1.25;letter-spacing:-.01em;overflow-wrap:anywhere}
h2{margin-top:1.6rem;font-size:1rem}
p{margin-top:.75rem;overflow-wrap:anywhere}
.quiet{color:var(--quiet);font-size:.925rem}
.notice{margin-top:1rem;padding:.75rem 1rem;border-radius:.75rem;background:var(--warn-soft);color:var(--warn)}
.number{margin-top:1rem;padding:.75rem 1rem;border:1px solid var(--line);border-radius:.75rem}
.number strong{display:block}
ol,ul{margin-top:.6rem;padding:0;list-style:none}
li{position:relative;padding:.3rem 0 .3rem 2.4rem}
ol{counter-reset:step}
ol li{counter-increment:step}
ol li::before{content:counter(step);position:absolute;left:0;top:.35rem;width:1.6rem;height:1.6rem;border-radius:50%;background:var(--soft);color:var(--act);font-size:.85rem;font-weight:600;line-height:1.6rem;text-align:center}
ul li::before{content:"";position:absolute;left:.5rem;top:.85rem;width:.45rem;height:.45rem;border-radius:50%;background:var(--line)}
ul .done::before{left:.35rem;top:.75rem;width:.8rem;height:.4rem;border-radius:0;border:solid var(--act);border-width:0 0 2px 2px;background:none;transform:rotate(-45deg)}
ul .now{font-weight:600}
ul .now::before{left:.3rem;top:.65rem;width:.9rem;height:.9rem;border:2px solid var(--line);border-top-color:var(--act);background:none;animation:turn 1s linear infinite}
@keyframes turn{to{transform:rotate(1turn)}}
@media (prefers-reduced-motion:reduce){ul .now::before{animation:none}}
form{margin-top:1.5rem}
form+form{margin-top:.75rem}
button,.button{display:block;width:100%;min-height:3.25rem;padding:.8rem 1rem;border:1px solid transparent;border-radius:.9rem;background:var(--act);color:var(--on-act);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
.second{min-height:3rem;border-color:var(--line);background:none;color:var(--text);font-weight:500}
.button{margin-top:1.5rem}
a{color:var(--act);text-underline-offset:.2em}
.button,.button:visited{color:var(--on-act)}
.button.second,.button.second:visited{color:var(--text)}
button:hover,.button:hover{filter:brightness(1.08)}
:focus-visible{outline:3px solid var(--act);outline-offset:3px}
footer{margin-top:1.1rem;padding:0 .5rem;color:var(--quiet);font-size:.85rem;text-align:center}
.code{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.8rem;overflow-wrap:anywhere}
`;

/** How the content security policy names the style. https://www.w3.org/TR/CSP3/#csp-hash-source */
export const styleSource = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
