/** The site's colours and measures (web/design/tokens.css), for pages that stand alone. */
export const style = `
:root { color-scheme: light dark; --paper: #fffdfb; --surface: #ffffff; --ink: #241917; --ink-soft: #675550;
  --line: #eadfd8; --control: #8a7871; --red: #9c1322; --red-ink: #9c1322; --error: #b5121f; --warn: #7a4b00;
  --warn-soft: #fff3d9; --focus: #1b5fc1; }
@media (prefers-color-scheme: dark) { :root { --paper: #161110; --surface: #201917; --ink: #f7efeb; --ink-soft: #c6b5ae;
  --line: #3a2e2a; --control: #947f77; --red: #bf2638; --red-ink: #ff9a9d; --error: #ff8384; --warn: #f3c267;
  --warn-soft: #33260d; --focus: #8ab8ff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 106.25%/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
main { max-width: 30rem; margin: 0 auto; padding: 1.25rem 1rem 2rem; }
h1 { margin: 0 0 .5rem; font: 600 1.5rem/1.2 Georgia, "Times New Roman", serif; }
p { margin: 0 0 1rem; color: var(--ink-soft); }
a { color: var(--red-ink); }
.label { display: inline-block; margin: 0 0 .75rem; padding: .15rem .75rem; border-radius: 999px;
  background: var(--warn-soft); color: var(--warn); font-weight: 600; font-size: .9375rem; }
.people { display: grid; gap: .5rem; margin: 0 0 1.25rem; padding: 0; list-style: none; }
button { min-height: 3rem; width: 100%; padding: .5rem 1rem; border: 2px solid var(--control); border-radius: 999px;
  background: transparent; color: var(--ink); font: inherit; font-weight: 600; line-height: 1.2; cursor: pointer; }
.people button { border: 1px solid var(--control); border-radius: .875rem; background: var(--surface); text-align: start; }
.people span { display: block; color: var(--ink-soft); font-weight: 400; font-size: .9375rem; overflow-wrap: anywhere; }
button.main { border-color: transparent; background: var(--red); color: #fff; }
button:hover { border-color: var(--red-ink); }
form { display: grid; gap: .75rem; margin: 0 0 .75rem; }
fieldset { display: grid; gap: .75rem; min-width: 0; margin: 0; padding: 0; border: 0; }
legend { margin: 0 0 .5rem; padding: 0; font-weight: 600; }
label { font-weight: 600; }
input[type=email], input[type=text] { display: block; width: 100%; min-height: 3rem; margin-top: .25rem; padding: .5rem 1rem;
  border: 1.5px solid var(--control); border-radius: .5rem; background: var(--surface); color: var(--ink); font: inherit; }
.tick { display: flex; align-items: center; gap: .75rem; min-height: 2rem; font-weight: 400; }
.tick input { width: 1.5rem; height: 1.5rem; flex: none; accent-color: var(--red); }
.error { margin: 0; color: var(--error); font-weight: 500; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
`;
