import { t } from '@lingui/core/macro';
import { type ComponentProps, useState } from 'react';
import { Button } from './button.tsx';

/** Thrown where a person would rather not go on: it is no failure, and nothing is said. */
export class Declined extends Error {
  override readonly name = 'Declined';
}

/** Runs what may be refused: `busy` meanwhile, then `failure` has the words of the refusal. `attempt` never rejects. */
export function useAttempt() {
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function attempt(act: () => Promise<unknown>, onDeclined = () => {}): Promise<void> {
    setFailure(undefined);
    setBusy(true);
    try {
      await act();
    } catch (error) {
      if (error instanceof Declined) onDeclined();
      else setFailure(reasonOf(error));
    }
    setBusy(false);
  }
  return { failure, busy, attempt };
}

export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : t`This did not work. Please try again.`;

/** What was refused, in red; always there, so that a screen reader hears what is put into it. */
export function Refusal({ text }: { text: string | undefined }) {
  return (
    <p role="alert" className="bb-error">
      {text}
    </p>
  );
}

type ButtonProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'busy'> & { act: () => Promise<unknown> };

/** A button for what may be refused; why stands above it. */
export function AttemptButton({ act, ...rest }: ButtonProps) {
  const { failure, busy, attempt } = useAttempt();
  return (
    <>
      <Refusal text={failure} />
      <Button {...rest} busy={busy} onClick={() => void attempt(act)} />
    </>
  );
}
