import { t } from '@lingui/core/macro';

export type Volunteer = {
  id: number;
  name: string;
  /** A drawing in public/drawings. */
  image: string;
  post: string;
};

export const volunteers: readonly Volunteer[] = [
  { id: 1, name: t`Nadia Rahman`, image: 'nadia', post: t`Founder` },
  { id: 2, name: t`Tomas Okoro`, image: 'tomas', post: t`Co-Founder` },
  { id: 3, name: t`Mina Sato`, image: 'mina', post: t`Manager` },
];
