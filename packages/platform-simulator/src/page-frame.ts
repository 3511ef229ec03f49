/** The frame of the simulator's pages. `script` is the whole `<script>` element of a page that has one. */
export function page(title: string, content: string, script = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Platform simulator</title>
<style>${STYLE}</style>
</head>
<body>
<header><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 3a9 9 0 0 0-7.7 13.6L3 21l4.6-1.2A9 9 0 1 0 12 3Z"/></svg>
<span>Messaging platform</span><em>simulator</em></header>
<main>
${content}
</main>
${script}</body>
</html>
`;
}

const STYLE = `
:root { color-scheme: light dark; --back: #eef1f5; --card: #fff; --text: #17202b; --quiet: #5b6876; --line: #dde3ea; --field: #8b98a6; --act: #0b6b57; --on-act: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --back: #10151b; --card: #1a2129; --text: #e8edf2; --quiet: #9aa7b4; --line: #2d3742; --field: #738190; --act: #4fd1b0; --on-act: #06231c; }
}
* { box-sizing: border-box; margin: 0; }
body { min-height: 100dvh; display: flex; flex-direction: column; align-items: center; justify-content: center; padding: 1.25rem 1rem 2rem;
  background: var(--back); color: var(--text); font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
header { width: 100%; white-space: nowrap; max-width: 26rem; display: flex; align-items: center; gap: .5rem; padding: 0 .25rem .75rem; font-weight: 600; }
header svg { width: 1.5rem; fill: none; stroke: var(--act); stroke-width: 2; stroke-linejoin: round; }
header em { margin-left: auto; padding: .05rem .6rem; border: 1px solid var(--line); border-radius: 1rem; color: var(--quiet); font-size: .8rem; font-style: normal; font-weight: 400; }
main { width: 100%; max-width: 26rem; padding: 1.5rem 1.25rem 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: 1rem; }
h1 { font-size: 1.4rem; line-height: 1.25; }
h2 { margin-top: 1.25rem; font-size: .9rem; color: var(--quiet); font-weight: 600; }
.lead { margin-top: .5rem; }
dl { margin-top: 1.25rem; border: 1px solid var(--line); border-radius: .75rem; }
dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: .7rem .9rem; }
dl div + div { border-top: 1px solid var(--line); }
dt { color: var(--quiet); }
dd { font-weight: 600; overflow-wrap: anywhere; }
ul { margin-top: .4rem; padding: 0; list-style: none; }
li { position: relative; padding: .2rem 0 .2rem 1.6rem; }
li::before { content: ""; position: absolute; left: .3rem; top: .6rem; width: .7rem; height: .35rem; border: solid var(--act); border-width: 0 0 2px 2px; transform: rotate(-45deg); }
label { display: block; margin-top: 1.25rem; font-size: .9rem; font-weight: 600; color: var(--quiet); }
select { appearance: none; display: block; width: 100%; min-height: 3rem; margin-top: .35rem; padding: 0 2.5rem 0 .9rem; border: 1px solid var(--field); border-radius: .75rem; text-overflow: ellipsis;
  background: linear-gradient(45deg, transparent 50%, var(--quiet) 50%) calc(100% - 1.35rem) 50% / .4rem .4rem no-repeat, linear-gradient(-45deg, transparent 50%, var(--quiet) 50%) calc(100% - .95rem) 50% / .4rem .4rem no-repeat, var(--card); color: var(--text); font: inherit; font-weight: 600; }
label.check { display: flex; align-items: flex-start; gap: .75rem; color: var(--text); font-size: 1rem; font-weight: 400; cursor: pointer; }
label.check input { flex: none; width: 1.35rem; height: 1.35rem; margin: .1rem 0 0 .2rem; accent-color: var(--act); }
label.check small { display: block; color: var(--quiet); font-size: .85rem; }
button, .cancel { display: block; width: 100%; min-height: 3rem; border-radius: .75rem; font: inherit; font-weight: 600; text-align: center; }
button { margin-top: 1.5rem; border: 0; background: var(--act); color: var(--on-act); cursor: pointer; }
button:hover { filter: brightness(1.08); }
.cancel { margin-top: .25rem; padding-top: .7rem; color: var(--quiet); text-decoration: none; }
.cancel:hover { color: var(--text); }
:focus-visible { outline: 3px solid var(--act); outline-offset: 2px; }
.note { margin-top: 1rem; color: var(--quiet); font-size: .85rem; text-align: center; overflow-wrap: anywhere; }
`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
