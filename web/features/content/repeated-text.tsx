/** Repeats a placeholder text. The first one is the page's heading. */
export function RepeatedText({ text, times }: { text: string; times: number }) {
  const rest = Array.from({ length: times - 1 }, (_, index) => index);
  return (
    <div className="bb-page bb-frame-text">
      <h1>{text}</h1>
      <div className="mt-5 flex flex-wrap gap-x-4 gap-y-1 text-[0.875rem] text-ink-soft sm:text-[1rem]">
        {rest.map((index) => (
          <p key={index} className="flex items-center gap-1.5">
            <span aria-hidden="true" className="size-1 shrink-0 rounded-full bg-red-ink" />
            <span>{text}</span>
          </p>
        ))}
      </div>
    </div>
  );
}
