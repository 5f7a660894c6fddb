import { lookUpAgain } from '#web/session/session.tsx';
import { isLostPart } from '#web/site/lost-part.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';

/** This browser remembers somebody, but nobody could be asked whether their session still lives. */
export function NotLookedUp({ reason }: { reason: unknown }) {
  const again = () => (isLostPart(reason) ? location.reload() : lookUpAgain());
  return (
    <div className="bb-page bb-section">
      <h1 tabIndex={-1}>We could not sign you in</h1>
      <p role="alert" className="bb-lead mt-4">
        {reason instanceof Error && !(reason instanceof TypeError) ? reason.message : 'Something went wrong.'}{' '}
        You need not type your password again.
      </p>
      <p className="mt-6 flex flex-wrap gap-3">
        <Button onClick={again}>Try again</Button>
        <LinkButton to="/" look="quiet">
          Go to the start page
        </LinkButton>
      </p>
    </div>
  );
}
