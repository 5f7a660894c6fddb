/** Repeats a placeholder text. The first one is the page's heading. */
export function RepeatedText({ text, times }: { text: string; times: number }) {
  const rest = Array.from({ length: times - 1 }, (_, index) => index);
  return (
    <div className="bb-page bb-section">
      <h1>{text}</h1>
      <div className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {rest.map((index) => (
          <p key={index} className="bb-card p-5 text-ink-soft">
            {text}
          </p>
        ))}
      </div>
    </div>
  );
}
