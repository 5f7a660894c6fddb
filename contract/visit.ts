import * as z from 'zod/mini';

/** What donors want to know before they come: when to arrive, what to bring, how long it takes, whom to ask. */
export const visitFields = ['arrival', 'bring', 'duration', 'contact', 'food'] as const;
export type VisitField = (typeof visitFields)[number];

const text = z.optional(z.string());

/** The answers of a center, in its own words. */
export const Visit = z.object({ arrival: text, bring: text, duration: text, contact: text, food: text });
export type Visit = z.infer<typeof Visit>;

/** Returns the answers that the fields of a center contain. */
export const visitOf = (fields: { [Name in VisitField]?: string | undefined }): Visit =>
  Object.fromEntries(visitFields.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])));
