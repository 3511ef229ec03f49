import { palettesOf, type Palette } from './brand.ts';

const own = `
:root{color-scheme:light dark;--back:#f2f4f7;--card:#fff;--text:#16202c;--quiet:#566373;--line:#dbe1e8;--field:#7a8694;--fill:#0a5c4a;--on-fill:#fff;--edge:#0a5c4a;--ink:#0a5c4a;--soft:#e5f3ef;--warn:#8a2c0d;--warn-soft:#fdeee6}
@media (prefers-color-scheme:dark){:root{--back:#0e1318;--card:#182027;--text:#e9eef3;--quiet:#9fabb8;--line:#2c3641;--field:#788593;--fill:#5ad6b6;--on-fill:#05231b;--edge:#5ad6b6;--ink:#5ad6b6;--soft:#12302a;--warn:#ffb394;--warn-soft:#3a2016}}
*{box-sizing:border-box;margin:0}
[hidden]{display:none!important}
html{-webkit-text-size-adjust:100%}
body{min-height:100dvh;display:flex;flex-direction:column;align-items:center;padding:1.5rem 1rem;padding:max(1.5rem,env(safe-area-inset-top)) 1rem max(1.5rem,env(safe-area-inset-bottom));background:var(--back);color:var(--text);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
.sheet{width:100%;max-width:28rem;margin:auto}
header{margin-bottom:1rem;padding:0 .5rem}
.logo{display:block;width:100%;height:3rem;margin-bottom:.5rem;object-fit:contain;object-position:left}
[dir=rtl] .logo{object-position:right}
.host{margin:0;font-size:1.15rem;font-weight:650;line-height:1.3}
main{padding:1.75rem 1.5rem 1.5rem;background:var(--card);border:1px solid var(--line);border-radius:1.25rem}
.mark{display:flex;align-items:center;justify-content:center;width:3rem;height:3rem;margin-bottom:1.1rem;border-radius:1rem;background:var(--soft);color:var(--ink)}
.mark svg{width:1.6rem;height:1.6rem;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.warn .mark{background:var(--warn-soft);color:var(--warn)}
h1{font-size:1.5rem;line-height:1.3;overflow-wrap:anywhere}
h2{margin-top:1.6rem;font-size:1rem}
p{margin-top:.75rem;overflow-wrap:anywhere}
.quiet{color:var(--quiet);font-size:.925rem}
.notice{margin-top:1rem;padding:.75rem 1rem;border-radius:.75rem;background:var(--warn-soft);color:var(--warn)}
.number{margin-top:1rem;padding:.75rem 1rem;border:1px solid var(--line);border-radius:.75rem}
.number strong,.number .quiet{display:block}
ol,ul{margin-top:.6rem;padding:0;list-style:none}
li{position:relative;padding-block:.3rem;padding-inline-start:2.4rem;overflow-wrap:anywhere}
ol{counter-reset:step}
ol li{counter-increment:step}
ol li::before{content:counter(step);position:absolute;inset-inline-start:0;top:.35rem;width:1.6rem;height:1.6rem;border-radius:50%;background:var(--soft);color:var(--ink);font-size:.85rem;font-weight:600;line-height:1.6rem;text-align:center}
ul li::before{content:"";position:absolute;inset-inline-start:.5rem;top:.85rem;width:.45rem;height:.45rem;border-radius:50%;background:var(--line)}
ul .done::before{inset-inline-start:.35rem;top:.75rem;width:.8rem;height:.4rem;border-radius:0;border:solid var(--ink);border-width:0 0 2px 2px;background:none;transform:rotate(-45deg)}
ul .now{font-weight:600}
ul .now::before{inset-inline-start:.3rem;top:.65rem;width:.9rem;height:.9rem;border:2px solid var(--line);border-top-color:var(--ink);background:none;animation:turn 1s linear infinite}
@keyframes turn{to{transform:rotate(1turn)}}
@media (prefers-reduced-motion:reduce){ul .now::before{animation:none}}
details{margin-top:1.6rem}
summary{margin-inline-start:1.2rem;padding-block:.4rem;list-style-position:outside;color:var(--ink);font-weight:600;cursor:pointer}
form{margin-top:1.5rem}
form+form{margin-top:.75rem}
fieldset{margin-top:1rem;padding:0;border:0;min-width:0}
legend,label b{padding:0;font-weight:600}
.option{position:relative;display:flex;gap:.9rem;align-items:center;margin-top:.6rem;padding:.8rem 1rem;min-height:3.25rem;border:1px solid var(--field);border-radius:.9rem;cursor:pointer}
.option:has(:checked){border-color:var(--ink);box-shadow:0 0 0 1px var(--ink);background:var(--soft)}
.option:has(:focus-visible){outline:3px solid var(--ink);outline-offset:3px}
.option input{flex:none;width:1.35rem;height:1.35rem;margin:0;accent-color:var(--ink)}
.option input:focus-visible{outline:none}
.option span{min-width:0;overflow-wrap:anywhere}
.option strong,.option small{display:block}
.option small{color:var(--quiet);font-size:.925rem}
.option:has(:checked) small{color:var(--text)}
.field{display:block;width:100%;min-height:3.25rem;margin-top:.4rem;padding:.5rem 1rem;border:1px solid var(--field);border-radius:.9rem;background:var(--card);color:var(--text);font:600 1.5rem/1.4 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.35em;text-align:center}
.field[aria-invalid]{border-color:var(--warn);box-shadow:0 0 0 1px var(--warn)}
.error{margin-top:.5rem;color:var(--warn);font-weight:600}
button,.button{display:block;width:100%;min-height:3.25rem;padding:.8rem 1rem;border:1px solid var(--edge);border-radius:.9rem;background:var(--fill);color:var(--on-fill);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer;overflow-wrap:anywhere}
.second{min-height:3rem;border-color:var(--field);background:none;color:var(--text);font-weight:500}
.button{margin-top:1.5rem}
fieldset+button,p+button{margin-top:1.25rem}
a{color:var(--ink);text-underline-offset:.2em}
button:hover,.button:hover{box-shadow:0 0 0 3px var(--soft)}
button:disabled{opacity:.6;cursor:default}
:focus-visible{outline:3px solid var(--ink);outline-offset:3px}
footer{margin-top:1.1rem;padding:0 .5rem;color:var(--quiet);font-size:.85rem;text-align:center}
footer a{display:inline-block;padding:.25rem;color:inherit}
.code{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.8rem;overflow-wrap:anywhere}
`;

const variables = ({ fill, onFill, edge, ink, soft }: Palette): string =>
  `:root{--fill:${fill};--on-fill:${onFill};--edge:${edge};--ink:${ink};--soft:${soft}}`;

/** Each page contains the style, so that it loads in one request. @param color of the partner, `#rrggbb` */
export const styleOf = (color: string | null): string => {
  if (color === null) return own;
  const { light, dark } = palettesOf(color);
  return `${own}${variables(light)}\n@media (prefers-color-scheme:dark){${variables(dark)}}\n`;
};
