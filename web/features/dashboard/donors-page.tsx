import { pageMeta } from '#web/site/page-meta.ts';

export const meta = () => pageMeta({ title: 'Our Donors' });

export default function DonorsPage() {
  return <h1>Our Donors</h1>;
}
