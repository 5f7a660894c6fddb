import { Button } from './button.tsx';

/** Stands where a part of the page should be whose script did not come. */
export function LostPart() {
  return (
    <div role="alert" className="bb-card mx-auto grid max-w-2xl justify-items-start gap-4 p-6 text-start">
      <p>This part of the page did not load. Check your connection, then load the page again.</p>
      <Button onClick={() => location.reload()}>Load the page again</Button>
    </div>
  );
}
