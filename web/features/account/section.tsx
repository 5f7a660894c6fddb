import { type ReactNode, useId } from 'react';

type Props = { title: string; children: ReactNode };

/** Where there is room, the title stands beside what it is about. Addresses are long, phones narrow. */
const card = [
  'bb-card grid grid-cols-1 gap-4 p-6 wrap-anywhere [&>.bb-button]:justify-self-start',
  'md:grid-cols-[12rem_minmax(0,1fr)] md:items-start md:gap-x-8 md:p-8 md:[&>:not(h2)]:col-start-2',
].join(' ');

/** One matter of the account page. */
export function Section({ title, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={card}>
      <h2 id={id} className="text-heading">
        {title}
      </h2>
      {children}
    </section>
  );
}
