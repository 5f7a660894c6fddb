/** Features beyond the specification. The operator can disable each one (DISABLED_FEATURES). */
export const features = [
  /** Emails a reminder the day before an appointment. */
  'reminders',
  /** Works offline, installs as an app, has a donation pass. */
  'offline',
  /** Pages and emails in Bengali. */
  'languages',
  /** Publishes opinions as reviews, with the donor's consent. */
  'reviews',
  /** Roles for the staff of donation centers. */
  'staff',
  /** Requests for blood. Needs `staff`, because coordinators decide about them. */
  'requests',
] as const;
export type Feature = (typeof features)[number];
