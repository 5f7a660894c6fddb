import { pageMeta } from '#web/site/page-meta.ts';

export const meta = () =>
  pageMeta({
    title: 'Contact',
    path: '/contact',
    description: 'How to reach the people of Blood Buddies.',
  });

export default function ContactPage() {
  return (
    <div className="bb-page bb-section">
      <h1>This is for contact</h1>
    </div>
  );
}
