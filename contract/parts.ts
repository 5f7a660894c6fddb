/** What the site offers beyond its specification; the operator may leave out each (LEAVE_OUT). */
export const parts = [
  /** Appointments as calendar files, and links for web calendars. */
  'calendar',
  /** A mail on the day before an appointment. */
  'reminders',
  /** Another day for an unpaid appointment. */
  'date-change',
  /** Questions that say whether one may give blood now. */
  'eligibility',
  /** Works without a line, can be installed, has a donation pass. */
  'offline',
  /** Pages and mails in Bengali beside English. */
  'languages',
  /** Opinions given with a request become reviews. */
  'opinions',
  /** A campaign's slide fills the appointment form. */
  'take-part',
  /** One's past donations: timeline, CSV, PDF. */
  'donations',
] as const;
export type Part = (typeof parts)[number];
