import type { ComponentProps, MouseEvent } from 'react';
import { Link, type LinkProps } from 'react-router';
import { Spinner } from './spinner.tsx';

type Look = {
  /** `primary`: main action. `quiet`: bordered. `plain`: text only. `danger`: removes something. */
  look?: 'primary' | 'quiet' | 'plain' | 'danger';
  size?: 'normal' | 'small' | 'large';
};

const buttonClass = ({ look = 'primary', size = 'normal' }: Look, className = ''): string =>
  `bb-button bb-button-${look} bb-button-${size} ${className}`.trim();

type ButtonProps = ComponentProps<'button'> &
  Look & { /** Shows a spinner and ignores clicks, but stays focusable. */ busy?: boolean };

export function Button({ look, size, busy = false, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ look, size }, className)}
      onClick={busy ? preventSubmit : onClick}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
    >
      {busy && <Spinner size="small" />}
      {children}
    </button>
  );
}

/** Also prevents form submission, by a click or by Enter in a field. */
const preventSubmit = (event: MouseEvent) => event.preventDefault();

type LinkButtonProps = LinkProps & Look;

/** A link that looks like a button. */
export function LinkButton({ look, size, className, ...rest }: LinkButtonProps & { className?: string }) {
  return <Link {...rest} className={buttonClass({ look, size }, className)} />;
}
