import { t } from '@lingui/core/macro';
export type Step = {
  id: string;
  title: string;
  detail: string;
  step: number;
  /** A drawing in public/drawings. */
  image: string;
};

export const steps: readonly Step[] = [
  {
    id: 'registration',
    title: t`Registration`,
    detail: t`We note who you are and ask how you have been. Bring something with your name on it, and drink water.`,
    step: 1,
    image: 'step-registration',
  },
  {
    id: 'donation',
    title: t`Donation`,
    detail: t`A small sting, then you lean back. The donation itself takes 6-10 minutes; a nurse stays with you.`,
    step: 2,
    image: 'step-donation',
  },
  {
    id: 'refreshment',
    title: t`Tea and rest`,
    detail: t`Sit with us for a quarter of an hour, with tea and biscuits. Then the rest of the day is yours.`,
    step: 3,
    image: 'step-rest',
  },
];
