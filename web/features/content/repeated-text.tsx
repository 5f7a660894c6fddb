/** Repeats a placeholder text. The first one is the page's heading. */
export function RepeatedText({ text, times }: { text: string; times: number }) {
  const rest = Array.from({ length: times - 1 }, (_, index) => index);
  return (
    <>
      <h1>{text}</h1>
      <div className="mt-5 flex flex-wrap gap-x-5 gap-y-1 text-ink-soft">
        {rest.map((index) => (
          <p key={index} className="flex items-center gap-2">
            <span aria-hidden="true" className="size-1.5 rounded-full bg-red-ink" />
            <span>{text}</span>
          </p>
        ))}
      </div>
    </>
  );
}
