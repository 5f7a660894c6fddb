export type Volunteer = { id: number; name: string; image: string; post: string };

export const volunteers: readonly Volunteer[] = [
  { id: 1, name: 'Nadia Rahman', image: '/people/nadia.svg', post: 'Founder' },
  { id: 2, name: 'Tomas Okoro', image: '/people/tomas.svg', post: 'Co-Founder' },
  { id: 3, name: 'Mina Sato', image: '/people/mina.svg', post: 'Manager' },
];
