/** What a donor pays for an appointment. `price` goes over the wire in dollars, `amount` to the provider in cents. */
export const serviceCharge = { price: 5, amount: 500, currency: 'usd' } as const;

export const bloodGroups = ['A+', 'O+', 'B+', 'AB+', 'A-', 'O-', 'B-', 'AB-'] as const;
export type BloodGroup = (typeof bloodGroups)[number];

/** The server side of a masked address: `rahim@example.org` becomes `r***@***`. */
export const maskedEmail = (email: string): string => `${email.slice(0, 1)}***@***`;
