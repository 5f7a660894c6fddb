import { expect, test } from 'vitest';
import { languages } from '../http/language.ts';
import { composeNotice } from './send.ts';
import { appName } from './words.ts';

const site = { publicUrl: 'https://blood.example' };
const to = 'rahima@example.org';

test.each(['GOOGLE_LINKED', 'METHODS_REMOVED', 'FACTOR_REMOVED'] as const)(
  '[IDP-09] %s: told in the language asked for, with the page in it',
  (kind) => {
    const [english, bengali] = languages.map((language) =>
      composeNotice({ kind, to, language, factor: appName[language] }, site),
    );
    expect(english?.html).toContain('<html lang="en">');
    expect(english?.text).toMatch(/https:\/\/blood\.example\/(login|dashboard\/account)\n/);
    expect(bengali?.html).toContain('<html lang="bn">');
    expect(bengali?.text).toMatch(/https:\/\/blood\.example\/(login|dashboard\/account)\?lang=bn\n/);
    expect(bengali?.text.replace(/https:\S+/g, '')).not.toMatch(/password|account|login|forget/i);
    expect(english?.text.includes('{factor}') || bengali?.text.includes('{factor}')).toBe(false);
  },
);
