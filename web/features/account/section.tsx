import { type ReactNode, useId } from 'react';

type Props = { title: string; children: ReactNode };

/** One matter of the account page. */
export function Section({ title, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="bb-account-part">
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
