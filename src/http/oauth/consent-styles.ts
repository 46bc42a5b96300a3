/** The consent page's only style. */
export const CONSENT_STYLES = `
:root { color-scheme: light dark; --text: #1b1f24; --soft: #57606a; --surface: #ffffff; --raised: #f4f6f8;
  --line: #8a939d; --link: #0b57c2; --on-link: #ffffff; --bad: #a3172a; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e4e8ec; --soft: #a3adb8; --surface: #14181d; --raised: #1d232a;
    --line: #7b8794; --link: #7ab7ff; --on-link: #10151a; --bad: #ff9aa5; }
}
* { box-sizing: border-box; }
html { font: 100%/1.5 system-ui, sans-serif; color: var(--text); background: var(--surface); }
body { margin: 0 auto; max-width: 34rem; padding: 2rem 1rem 4rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 1rem; }
p { margin: .75rem 0; }
code { font: .875em/1.5 ui-monospace, monospace; background: var(--raised); padding: .1rem .3rem; border-radius: 4px; }
.soft { color: var(--soft); }
.note, .problem { border-left: 4px solid var(--line); padding: .5rem .75rem; background: var(--raised); }
.problem { border-color: var(--bad); }
fieldset { border: 1px solid var(--line); border-radius: 6px; margin: 1rem 0; padding: .5rem 1rem .75rem; }
label { display: block; padding: .25rem 0; }
.field { margin: 1rem 0; }
input:not([type=radio]), select { display: block; width: 100%; font: inherit; color: inherit; background: var(--surface);
  border: 1px solid var(--line); border-radius: 6px; padding: .5rem; min-height: 2.75rem; }
button { font: inherit; min-height: 2.75rem; padding: .5rem 1.25rem; border-radius: 6px; border: 1px solid var(--line);
  background: var(--raised); color: var(--text); cursor: pointer; margin: .25rem .5rem .25rem 0; }
button.main { background: var(--link); border-color: var(--link); color: var(--on-link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
`;
