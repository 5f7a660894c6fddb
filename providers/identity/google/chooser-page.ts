import type { Context } from 'hono';
import { html } from 'hono/html';
import { answerPage } from './page.ts';
import type { Chosen } from './stand-in.ts';

export const samplePeople: readonly Chosen[] = [
  { name: 'Rahima Khatun', email: 'rahima.khatun@gmail.example', verified: true },
  { name: 'Tanvir Hasan', email: 'tanvir.hasan@gmail.example', verified: true },
  { name: 'Nusrat Jahan', email: 'nusrat.jahan@gmail.example', verified: true },
];

type Page = { state: string; action: string; wrong?: { email: string; name: string; message: string } };

/** The page of the stand-in: its form goes where Google would send the browser. */
export function answerChooser(c: Context, { state, action, wrong }: Page): Promise<Response> {
  const hidden = html`<input type="hidden" name="state" value="${state}">`;
  const error = wrong && html`<p class="error" id="error" role="alert">${wrong.message}</p>`;
  const invalid = wrong ? html` aria-invalid="true" aria-describedby="error" autofocus` : '';
  return answerPage(c, {
    title: 'Local stand-in for Google',
    status: wrong ? 422 : 200,
    body: html`<p class="label">Local stand-in for Google</p>
<h1>Choose or name an account</h1>
<p>This site runs without Google. Nothing you choose here leaves this machine, and no password is asked for.</p>
<form method="post" action="${action}">${hidden}
<ul class="people">${samplePeople.map(
      ({ name, email }, index) =>
        html`<li><button name="person" value="${index}">${name}<span>${email}</span></button></li>`,
    )}</ul>
</form>
<form method="post" action="${action}">${hidden}
<fieldset><legend>Another account</legend>
<label>Email<input type="email" name="email" required maxlength="254" autocomplete="off" value="${wrong?.email ?? ''}"${invalid}></label>
${error ?? ''}
<label>Name<input type="text" name="name" maxlength="100" autocomplete="off" value="${wrong?.name ?? ''}"></label>
<label class="tick"><input type="checkbox" name="verified" value="yes" checked>Google has confirmed this address</label>
<button class="main">Go on with this account</button></fieldset>
</form>
<form method="post" action="${action}">${hidden}<button name="cancel" value="yes">Cancel</button></form>`,
  });
}
