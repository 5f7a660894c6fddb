export type Volunteer = {
  id: number;
  name: string;
  /** A drawing in public/drawings. */
  image: string;
  post: string;
};

export const volunteers: readonly Volunteer[] = [
  { id: 1, name: 'Nadia Rahman', image: 'nadia', post: 'Founder' },
  { id: 2, name: 'Tomas Okoro', image: 'tomas', post: 'Co-Founder' },
  { id: 3, name: 'Mina Sato', image: 'mina', post: 'Manager' },
];
