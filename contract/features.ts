/** What the site offers beyond its specification; the operator may leave out each (DISABLED_FEATURES). */
export const features = [
  /** A mail on the day before an appointment. */
  'reminders',
  /** Works without a line, can be installed, has a donation pass. */
  'offline',
  /** Pages and mails in Bengali beside English. */
  'languages',
  /** Opinions given with a request become reviews. */
  'reviews',
] as const;
export type Feature = (typeof features)[number];
