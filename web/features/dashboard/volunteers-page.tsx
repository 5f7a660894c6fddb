import { pageMeta } from '#web/site/page-meta.ts';

export const meta = () => pageMeta({ title: 'Volunteers' });

export default function VolunteersPage() {
  return <h1>Our volunteers will be listed here</h1>;
}
