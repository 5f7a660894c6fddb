import type { ReactNode } from 'react';

type Props = { term: string; valueClassName?: string; children: ReactNode };

/** A term above its value, in a description list. */
export const Fact = ({ term, valueClassName = 'font-semibold', children }: Props) => (
  <div className="min-w-0">
    <dt className="text-ink-soft text-small">{term}</dt>
    <dd className={`wrap-anywhere ${valueClassName}`}>{children}</dd>
  </div>
);
