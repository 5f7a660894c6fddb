/** What donors give. */
export const donationKinds = ['whole-blood', 'red-cells', 'platelets', 'plasma'] as const;
export type DonationKind = (typeof donationKinds)[number];

type Sex = 'women' | 'men';

/** The days to wait after a donation, for each kind that a site names. */
export type DonationWaits = Partial<Record<DonationKind, Record<Sex, number>>>;

/** Returns the days to wait, or undefined if the site does not name that kind of donation. */
export const findWait = (waits: DonationWaits, given: string, sex: string): number | undefined =>
  waits[given as DonationKind]?.[sex as Sex];

/** Returns the longest wait in days, for donations of which the sex of the donor is not known. */
export function longestWait(waits: DonationWaits): number {
  const counted = waits['whole-blood'] ? [waits['whole-blood']] : Object.values(waits);
  return Math.max(...counted.flatMap(({ women, men }) => [women, men]));
}
