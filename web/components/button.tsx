import type { ComponentProps, MouseEvent } from 'react';
import { Link, type LinkProps } from 'react-router';
import { keepFocusNearby } from './focus-on-mount.ts';
import { Spinner } from './spinner.tsx';

type VariantProps = {
  /** `primary`: main action. `outlined`: border only. `text`: text only. `danger`: removes something. */
  variant?: 'primary' | 'outlined' | 'text' | 'danger';
  size?: 'normal' | 'small' | 'large';
};

const buttonClass = ({ variant = 'primary', size = 'normal' }: VariantProps, className = ''): string =>
  `bb-button bb-button-${variant} bb-button-${size} ${className}`.trim();

type ButtonProps = ComponentProps<'button'> &
  VariantProps & { /** Shows a spinner and ignores clicks, but stays focusable. */ isBusy?: boolean };

export function Button({
  variant,
  size,
  isBusy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      ref={keepFocusNearby}
      type="button"
      {...rest}
      className={buttonClass({ variant, size }, className)}
      onClick={isBusy ? preventSubmit : onClick}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
    >
      {isBusy && <Spinner size="small" />}
      {children}
    </button>
  );
}

/** Keeps a busy button from submitting its form, by a click or by Enter in a field. */
const preventSubmit = (event: MouseEvent) => event.preventDefault();

type LinkButtonProps = LinkProps & VariantProps;

/** Renders a link that looks like a button. */
export function LinkButton({ variant, size, className, ...rest }: LinkButtonProps & { className?: string }) {
  return <Link {...rest} className={buttonClass({ variant, size }, className)} />;
}
