/** The name of a site whose owner has not published one. */
export const defaultSiteName = 'Blood Buddies';
