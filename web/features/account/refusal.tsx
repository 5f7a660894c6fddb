/** What was refused, in red; always there, so that a screen reader hears what is put into it. */
export function Refusal({ text }: { text: string | undefined }) {
  return (
    <p role="alert" className="bb-error">
      {text}
    </p>
  );
}
