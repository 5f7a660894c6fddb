import { t } from '@lingui/core/macro';
import { type SyntheticEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { Field, type FieldProps, TextField } from '#web/components/field.tsx';
import { Icon } from '#web/components/icon.tsx';

export const NameField = (field: FieldProps & { autoFocus?: boolean }) => (
  <TextField {...field} label={t`Name`} type="text" autoComplete="name" />
);

export const EmailField = (field: FieldProps & { autoComplete?: string; autoFocus?: boolean }) => (
  <TextField label={t`Email`} type="email" autoComplete="email" {...field} />
);

type PasswordProps = FieldProps & { autoComplete: 'current-password' | 'new-password'; label?: string };

/**
 * Renders a password field with a button that shows the password. If the field has its own label, the
 * button's name includes it.
 */
export function PasswordField({ label, error, control, ...input }: PasswordProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field label={label ?? t`Password`} error={error}>
      {(aria) => (
        <div className="relative">
          <input
            {...aria}
            {...control}
            {...input}
            className="bb-input pe-13"
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
          />
          <button
            ref={(button) => hideOnSubmit(button, () => setIsShown(false))}
            type="button"
            className="absolute end-0.5 top-0.5 bb-icon-button rounded-small text-ink-soft noscript:hidden"
            onMouseDown={keepFocus}
            onClick={({ currentTarget }) => {
              keepCaret(currentTarget.previousElementSibling, () => setIsShown(!isShown));
            }}
          >
            <Icon path={isShown ? `${eyeIcon}M4 4l16 16` : eyeIcon} />
            <span className="sr-only">
              {isShown ? t`Hide password` : t`Show password`}
              {label && `: ${label}`}
            </span>
          </button>
        </div>
      )}
    </Field>
  );
}

const eyeIcon = 'M2 12c5-8 15-8 20 0-5 8-15 8-20 0zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z';

/** Keeps the focus, and a phone's keyboard, in the field when the button is pressed. */
const keepFocus = (event: SyntheticEvent) => event.preventDefault();

/**
 * Restores the caret after `changeType`: Chrome moves it to the start in the next layout, which is forced
 * here.
 */
function keepCaret(input: Element | null, changeType: () => void) {
  if (!(input instanceof HTMLInputElement) || document.activeElement !== input) return changeType();
  const { selectionStart, selectionEnd } = input;
  flushSync(changeType);
  input.getBoundingClientRect();
  input.setSelectionRange(selectionStart, selectionEnd);
}

/** Hides the password on submit, so that browsers do not store it as form data. */
function hideOnSubmit(button: HTMLButtonElement | null, hide: () => void) {
  button?.form?.addEventListener('submit', hide);
  return () => button?.form?.removeEventListener('submit', hide);
}
