/** The site's colours and measures (web/design/tokens.css), for pages that stand alone. */
export const style = `
:root { color-scheme: light dark; --paper: #fffdfb; --surface: #ffffff; --ink: #241917; --ink-soft: #675550;
  --line: #eadfd8; --control: #8a7871; --red: #9c1322; --red-strong: #7a0d19; --red-ink: #9c1322; --warn: #7a4b00;
  --warn-soft: #fff3d9; --focus: #1b5fc1; --shadow: 0 1px 2px rgb(60 30 20 / 6%), 0 8px 24px rgb(60 30 20 / 7%); }
@media (prefers-color-scheme: dark) { :root { --paper: #161110; --surface: #201917; --ink: #f7efeb; --ink-soft: #c6b5ae;
  --line: #3a2e2a; --control: #947f77; --red: #bf2638; --red-strong: #d63b4c; --red-ink: #ff9a9d; --warn: #f3c267;
  --warn-soft: #33260d; --focus: #8ab8ff; --shadow: 0 1px 2px rgb(0 0 0 / 40%), 0 8px 24px rgb(0 0 0 / 35%); } }
* { box-sizing: border-box; }
body { display: grid; grid-template-rows: auto 1fr auto; min-height: 100vh; min-height: 100dvh; margin: 0;
  background: var(--paper); color: var(--ink);
  font: 106.25%/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
header { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem 1rem;
  width: 100%; max-width: 32rem; margin: 0 auto; padding: 1.25rem 1rem; }
header p { margin: 0; }
.bank { font: 600 1.125rem/1.2 Georgia, "Times New Roman", serif; }
.test { padding: .15rem .75rem; border-radius: 999px; background: var(--warn-soft); color: var(--warn); font-weight: 600;
  font-size: .9375rem; }
main { width: 100%; max-width: 32rem; margin: 0 auto; padding: 0 1rem; }
.card { padding: clamp(1.25rem, 5vw, 2rem); border: 1px solid var(--line); border-radius: 1.5rem; background: var(--surface);
  box-shadow: var(--shadow); }
h1 { margin: 0 0 .5rem; font: 600 clamp(1.5rem, 1.3rem + 1vw, 1.875rem)/1.2 Georgia, "Times New Roman", serif; text-wrap: balance; }
p { margin: 0 0 1rem; color: var(--ink-soft); overflow-wrap: anywhere; }
dl { display: grid; gap: 0; margin: 1.5rem 0; }
dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: .625rem 0;
  border-top: 1px solid var(--line); }
dl div:last-child { border-bottom: 1px solid var(--line); }
dt { color: var(--ink-soft); }
dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
.amount dt, .amount dd { align-self: center; }
.amount dd { font: 600 1.625rem/1.2 Georgia, "Times New Roman", serif; color: var(--ink); }
.actions { display: grid; gap: .75rem; margin: 0; }
@media (min-width: 26rem) { .actions { grid-template-columns: 1fr 1fr; } }
button, .button { display: block; width: 100%; min-height: 3rem; padding: .625rem 1.25rem; border: 2px solid var(--control);
  border-radius: 999px; background: transparent; color: var(--ink); font: inherit; font-weight: 600; line-height: 1.2;
  text-align: center; text-decoration: none; cursor: pointer; }
button:hover, .button:hover { border-color: var(--red-ink); }
.main { border-color: transparent; background: var(--red); color: #fff; }
.main:hover { border-color: transparent; background: var(--red-strong); }
.note { margin: 1rem 0 0; font-size: .9375rem; }
.back { margin: 1.5rem 0 0; }
footer { width: 100%; max-width: 32rem; margin: 0 auto; padding: 1.5rem 1rem; font-size: .9375rem; }
footer p { margin: 0; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
`;
