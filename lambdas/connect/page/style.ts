import { systemLook } from '../../kernel/look.ts';
import { palettesOf, type Palette } from './brand.ts';

const look = systemLook([
  'back',
  'card',
  'text',
  'quiet',
  'line',
  'field',
  'act',
  'on-act',
  'soft',
  'warn',
  'warn-soft',
]);

const own = `${look}*{box-sizing:border-box;margin:0}
[hidden]{display:none!important}
html{-webkit-text-size-adjust:100%}
body{min-height:100dvh;display:flex;flex-direction:column;align-items:center;padding:max(1.5rem,env(safe-area-inset-top)) 1rem max(1.5rem,env(safe-area-inset-bottom));background:var(--back);color:var(--text);font:1rem/1.55 var(--font)}
.sheet{width:100%;max-width:28rem;margin:auto}
header{margin-bottom:1rem;padding:0 .5rem}
.logo{display:block;width:100%;height:3rem;margin-bottom:.5rem;object-fit:contain;object-position:left}
[dir=rtl] .logo{object-position:right}
.host{margin:0;font-size:1.15rem;font-weight:650;line-height:1.3}
main{padding:1.75rem 1.5rem 1.5rem;background:var(--card);border:1px solid var(--line);border-radius:var(--round)}
.mark{display:flex;align-items:center;justify-content:center;width:3rem;height:3rem;margin-bottom:1.1rem;border-radius:var(--round);background:var(--soft);color:var(--act)}
.mark svg{width:1.6rem;height:1.6rem;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.warn .mark{background:var(--warn-soft);color:var(--warn)}
h1{font-size:1.5rem;line-height:1.3;overflow-wrap:anywhere}
h2{margin-top:1.6rem;font-size:1rem}
p{margin-top:.75rem;overflow-wrap:anywhere}
.quiet{color:var(--quiet);font-size:.925rem}
.notice{margin-top:1rem;padding:.75rem 1rem;border-radius:var(--round);background:var(--warn-soft);color:var(--warn)}
.number{margin-top:1rem;padding:.75rem 1rem;border:1px solid var(--line);border-radius:var(--round)}
.number strong,.number .quiet{display:block}
ol,ul{margin-top:.6rem;padding:0;list-style:none}
li{position:relative;padding-block:.3rem;padding-inline-start:2.4rem;overflow-wrap:anywhere}
ol{counter-reset:step}
ol li{counter-increment:step}
ol li::before{content:counter(step);position:absolute;inset-inline-start:0;top:.35rem;width:1.6rem;height:1.6rem;border-radius:50%;background:var(--soft);color:var(--act);font-size:.85rem;font-weight:600;line-height:1.6rem;text-align:center}
ul li::before{content:"";position:absolute;inset-inline-start:.5rem;top:.85rem;width:.45rem;height:.45rem;border-radius:50%;background:var(--line)}
ul .done::before{inset-inline-start:.35rem;top:.75rem;width:.8rem;height:.4rem;border-radius:0;border:solid var(--act);border-width:0 0 2px 2px;background:none;transform:rotate(-45deg)}
ul .now{font-weight:600}
ul .now::before{inset-inline-start:.3rem;top:.65rem;width:.9rem;height:.9rem;border:2px solid var(--line);border-top-color:var(--act);background:none;animation:turn 1s linear infinite}
@keyframes turn{to{transform:rotate(1turn)}}
@media (prefers-reduced-motion:reduce){ul .now::before{animation:none}}
details{margin-top:1.6rem}
summary{margin-inline-start:1.2rem;padding-block:.4rem;list-style-position:outside;color:var(--act);font-weight:600;cursor:pointer}
form{margin-top:1.5rem}
form+form{margin-top:.75rem}
fieldset{margin-top:1rem;padding:0;border:0;min-width:0}
legend,label b{padding:0;font-weight:600}
.option{position:relative;display:flex;gap:.9rem;align-items:center;margin-top:.6rem;padding:.8rem 1rem;min-height:3.25rem;border:1px solid var(--field);border-radius:var(--round);cursor:pointer}
.option:has(:checked){border-color:var(--act);box-shadow:0 0 0 1px var(--act);background:var(--soft)}
.option:has(:focus-visible){outline:3px solid var(--act);outline-offset:3px}
.option input{flex:none;width:1.35rem;height:1.35rem;margin:0;accent-color:var(--act)}
.option input:focus-visible{outline:none}
.option span{min-width:0;overflow-wrap:anywhere}
.option strong,.option small{display:block}
.option small{color:var(--quiet);font-size:.925rem}
.option:has(:checked) small{color:var(--text)}
.field{display:block;width:100%;min-height:3.25rem;margin-top:.4rem;padding:.5rem 1rem;border:1px solid var(--field);border-radius:var(--round);background:var(--card);color:var(--text);font:600 1.5rem/1.4 var(--mono);letter-spacing:.35em;text-align:center}
.field[aria-invalid]{border-color:var(--warn);box-shadow:0 0 0 1px var(--warn)}
.error{margin-top:.5rem;color:var(--warn);font-weight:600}
button,.button{display:block;width:100%;min-height:3.25rem;padding:.8rem 1rem;border:1px solid var(--edge,var(--act));border-radius:var(--round);background:var(--fill,var(--act));color:var(--on-act);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer;overflow-wrap:anywhere}
.second{min-height:3rem;border-color:var(--field);background:none;color:var(--text);font-weight:500}
.button{margin-top:1.5rem}
fieldset+button,p+button{margin-top:1.25rem}
a{color:var(--act);text-underline-offset:.2em}
button:hover,.button:hover{box-shadow:0 0 0 3px var(--soft)}
button:disabled{opacity:.6;cursor:default}
:focus-visible{outline:3px solid var(--act);outline-offset:3px}
footer{margin-top:1.1rem;padding:0 .5rem;color:var(--quiet);font-size:.85rem;text-align:center}
footer a{display:inline-block;padding:.25rem;color:inherit}
.code{font-family:var(--mono);font-size:.8rem;overflow-wrap:anywhere}
`;

const variables = ({ fill, onFill, edge, ink, soft }: Palette): string =>
  `:root{--fill:${fill};--on-act:${onFill};--edge:${edge};--act:${ink};--soft:${soft}}`;

/** Each page contains the style, so that it loads in one request. @param color of the partner, `#rrggbb` */
export const styleOf = (color: string | null): string => {
  if (color === null) return own;
  const { light, dark } = palettesOf(color);
  return `${own}${variables(light)}\n@media (prefers-color-scheme:dark){${variables(dark)}}\n`;
};
