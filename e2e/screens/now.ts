/** The time at which all pictures are taken. The sample campaigns are still to come then. */
export const now = Date.parse('2026-12-01T04:00:00Z');
