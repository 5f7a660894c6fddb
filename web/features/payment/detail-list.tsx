/** Terms and what they stand for: beside each other where there is room. */
export function DetailList({ rows }: { rows: readonly (readonly [term: string, text: string])[] }) {
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr]">
      {rows.map(([term, text]) => (
        <div key={term} className="sm:contents">
          <dt className="text-ink-soft">{term}</dt>
          <dd className="min-w-0 break-words font-semibold">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
