export type Requirement = { id: string; text: string };

/** Reads docs/REQUIREMENTS.tsv: a line a requirement, id and text with a tab between, under one line of headings. */
export function parseRequirements(tsv: string): Requirement[] {
  const [, ...lines] = tsv.trim().split(/\r?\n/);
  return lines.map((line) => {
    const [id = '', ...text] = line.split('\t');
    return { id, text: text.join(' ') };
  });
}

/** The requirements that a test's title names: `[APF-01] [APF-03] asks for a phone number`. */
export const requirementsIn = (title: string): string[] =>
  [...title.matchAll(/\[([A-Z]{3}-\d\d)\]/g)].map(([, id = '']) => id);
