import { useSession } from '#web/session/session.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';

type Props = { reason: string | undefined; otherwise: string };

/** A mailed link that opens nothing any more, and what to do now. */
export function CodeOver({ reason, otherwise }: Props) {
  const { state } = useSession();
  return (
    <>
      <h1 ref={focusOnMount} tabIndex={-1}>
        This link does not work any more
      </h1>
      <p className="mt-4">{reason}</p>
      <p className="mt-2 mb-6">{otherwise}</p>
      {state === 'signed-in' ? (
        <LinkButton to="/dashboard/account">Go to your account</LinkButton>
      ) : (
        <LinkButton to="/login">Go to login</LinkButton>
      )}
    </>
  );
}
