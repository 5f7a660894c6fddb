/**
 * How many slots at centers a member can have booked at the same time, for days that can still be booked.
 * Walk-ins do not count.
 */
export const MAX_OPEN_SLOTS = 5;

/**
 * How many offers of waiting lists a member can let pass or decline within a day. After that, offers go to
 * the next person.
 */
export const MAX_LAPSED_OFFERS = 2;

/**
 * The site cancels a slot that was booked with an unconfirmed address after half of the time until the slot,
 * but after at least two hours and at most a day.
 */
export const CONFIRM_WITHIN_HOURS = { most: 24, least: 2 } as const;
