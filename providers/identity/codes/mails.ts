import { html } from 'hono/html';
import type { Mail } from '#platform/messages.ts';
import type { Purpose } from './repository.ts';

type Words = { subject: string; why: string; button: string; otherwise: string };

const words: Record<Purpose, Words> = {
  PASSWORD_RESET: {
    subject: 'Choose a new password for Blood Buddies',
    why: 'Somebody, we hope you, asked to choose a new password for this address. The link is good for one hour.',
    button: 'Choose a new password',
    otherwise: 'If it was not you, do nothing: your password stays as it is.',
  },
  VERIFY_EMAIL: {
    subject: 'Confirm your email address for Blood Buddies',
    why: 'Please confirm that this address is yours. The link is good for one day.',
    button: 'Confirm my address',
    otherwise: 'If you have no account with us, do nothing.',
  },
  VERIFY_AND_CHANGE_EMAIL: {
    subject: 'Confirm your new email address for Blood Buddies',
    why: 'Please confirm that you want to sign in with this address from now on. The link is good for one day.',
    button: 'Use this address',
    otherwise: 'If you did not ask for this, do nothing: nothing changes.',
  },
  RECOVER_EMAIL: {
    subject: 'Your email address for Blood Buddies was changed',
    why: 'Your account now has another email address. If you did not change it, take it back within one day, then choose a new password.',
    button: 'Take my address back',
    otherwise: 'If it was you, do nothing.',
  },
  EMAIL_SIGNIN: {
    subject: 'Sign in to Blood Buddies',
    why: 'Somebody, we hope you, asked to sign in with this address. The link is good for one day.',
    button: 'Sign in',
    otherwise: 'If it was not you, do nothing.',
  },
};

/** One short mail with one link, as text and as a page that any mail program can read aloud. */
export function composeMail(purpose: Purpose, to: string, link: string): Mail {
  const { subject, why, button, otherwise } = words[purpose];
  const page = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0 auto;max-width:36em;padding:1.5em;font:1.1em/1.5 sans-serif;color:#1f1f1f;background:#fff">
<h1 style="font-size:1.3em;line-height:1.3">${subject}</h1>
<p>${why}</p>
<p><a href="${link}" style="display:inline-block;padding:.7em 1.2em;border-radius:.5em;background:#a4161a;color:#fff;text-decoration:none;font-weight:bold">${button}</a></p>
<p>${otherwise}</p>
<p style="font-size:.9em;word-break:break-all">If the button does not work, copy this address: ${link}</p>
</body>
</html>
`;
  return {
    to,
    subject,
    text: `${why}\n\n${button}:\n${link}\n\n${otherwise}\n\nBlood Buddies\n`,
    html: String(page),
  };
}
