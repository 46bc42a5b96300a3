/** The page's only style: no font, picture or script is asked of anybody. */
export const STYLES = `
:root { color-scheme: light dark; --text: #1b1f24; --soft: #57606a; --surface: #ffffff; --raised: #f4f6f8;
  --line: #d5dae0; --link: #0b57c2; --get: #0b6b3a; --write: #7a3d00; --delete: #a3172a; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e4e8ec; --soft: #a3adb8; --surface: #14181d; --raised: #1d232a;
    --line: #36404b; --link: #7ab7ff; --get: #6fd39a; --write: #f0b072; --delete: #ff9aa5; }
}
* { box-sizing: border-box; }
html { font: 100%/1.5 system-ui, sans-serif; color: var(--text); background: var(--surface); scroll-padding-top: 1rem; }
body { margin: 0; display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--surface); padding: .5rem; z-index: 1; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem 1rem; border-right: 1px solid var(--line); }
nav ul { list-style: none; margin: 0 0 1rem; padding: 0; }
nav a { text-decoration: none; display: block; padding: .1rem 0; overflow-wrap: anywhere; }
nav p { margin: 0; font-weight: 600; }
main { padding: 1.5rem 2rem 6rem; max-width: 62rem; }
h1, h2, h3, h4 { line-height: 1.25; margin: 2rem 0 .5rem; }
h1 { margin-top: 0; }
h2 { border-bottom: 1px solid var(--line); padding-bottom: .25rem; margin-top: 3rem; }
h4 { margin-top: 1rem; }
code, pre { font: .875em/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { background: var(--raised); border: 1px solid var(--line); border-radius: 6px; padding: .75rem;
  white-space: pre-wrap; }
summary { cursor: pointer; }
.method { font-weight: 700; text-transform: uppercase; }
.get { color: var(--get); } .post, .put, .patch { color: var(--write); } .delete { color: var(--delete); }
.soft { color: var(--soft); }
table { border-collapse: collapse; width: 100%; font-size: .9375rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line);
  overflow-wrap: anywhere; }
th { font-weight: 600; }
td:first-child { width: 30%; } td:nth-child(2) { width: 30%; }
@media (max-width: 50rem) {
  body { display: block; }
  nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); }
  main { padding: 1rem; }
}
`;
