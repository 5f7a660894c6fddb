import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useRef } from 'react';
import { logoAddress } from '#contract/logo.ts';
import { Button } from '#web/components/button.tsx';
import { useFormAction } from '#web/components/form-error.tsx';
import { pictureTypes, uploadPicture } from './upload-picture.ts';

type Props = {
  name: string;
  label: string;
  /** Address of the picture, or '' if there is none. */
  value: string;
  error: string | undefined;
  hint: string | undefined;
  minSide: number | undefined;
  onChange: (value: string) => void;
};

/** Shows a picture, uploads another one, and removes it. */
export function PictureField({ name, label, hint, value, error, minSide, onChange }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { failure, isBusy, attempt } = useFormAction();
  const upload = (file: File | undefined) =>
    file && attempt(async () => onChange(await uploadPicture(file, minSide)));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend has other styles than the labels around it
    <div role="group" aria-labelledby={`${id}-label`} className="bb-field justify-items-start">
      <span id={`${id}-label`} className="font-semibold">
        {label}
      </span>
      {value && (
        // The next field describes it. A logo is shown with the background that visitors see.
        <img
          src={minSide ? logoAddress(value, 'mark') : `${value}?w=240`}
          alt=""
          className="mb-2 max-h-40 max-w-full rounded-medium"
        />
      )}
      {/* The input is hidden, because the browser's own button is in the browser's language. */}
      <input
        ref={input}
        type="file"
        accept={pictureTypes}
        className="hidden"
        onChange={({ target }) => {
          void upload(target.files?.[0]);
          // Reset the input, so that the same file can be chosen again.
          target.value = '';
        }}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          ref={button}
          name={name}
          variant="outlined"
          size="small"
          isBusy={isBusy}
          aria-describedby={`${id}-hint ${id}-error`}
          onClick={() => input.current?.click()}
        >
          <Trans>Choose a picture</Trans>
        </Button>
        {value && (
          <Button
            variant="outlined"
            size="small"
            onClick={() => {
              onChange('');
              button.current?.focus();
            }}
          >
            <Trans>Remove the picture</Trans>
          </Button>
        )}
      </div>
      <p id={`${id}-hint`} className="bb-hint">
        {hint} <Trans>JPEG, PNG, WebP, AVIF, GIF or SVG, at most 10 MB.</Trans>
      </p>
      <p role="status" className="bb-hint empty:hidden">
        {isBusy && t`Uploading the picture`}
      </p>
      <p id={`${id}-error`} className="bb-error" aria-live="polite">
        {failure ?? error}
      </p>
    </div>
  );
}
