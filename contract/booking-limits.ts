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
 * Hours after which the site cancels a slot booked with an unconfirmed address: a day, or half of the time
 * until the slot if that is shorter, but at least two hours.
 */
export const CONFIRM_WITHIN_HOURS = { most: 24, least: 2 } as const;
