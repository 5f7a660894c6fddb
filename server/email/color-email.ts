import { deriveAccent } from '#contract/accent.ts';
import type { Email } from '#platform/messages.ts';

/** The styles of buttons and links in emails: template.ts, and providers/identity/codes/send.ts. */
const buttonStyle = 'background:#a4161a;color:#fff;';
const linkStyle = 'style="color:#a4161a"';

/**
 * Gives the buttons and links of an email the owner's accent color. Done when an email is sent, so that the
 * templates need not read it. Their background is white.
 */
export function colorEmail(email: Email, accent: string | undefined): Email {
  if (!accent || !email.html) return email;
  const { fill, onFill, ink } = deriveAccent(accent).light;
  const html = email.html
    .replaceAll(buttonStyle, `background:${fill};color:${onFill};`)
    .replaceAll(linkStyle, `style="color:${ink}"`);
  return { ...email, html };
}
