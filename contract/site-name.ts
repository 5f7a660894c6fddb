/** The name of a site whose owner has not entered one. */
export const defaultSiteName = 'Blood Buddies';
