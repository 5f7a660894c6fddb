import { type FormEvent, useRef, useState } from 'react';
import { addPhoto } from '#contract/photos.ts';
import { call, send } from '#web/api/client.ts';
import { siteConfig } from '#web/api/config.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.ts';
import { uploadImage } from './upload.ts';

/** What the image host reads. HEIC is left out, so that an iPhone hands over a JPEG instead. */
const accepted = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

const fileInput =
  'bb-input file:mr-4 file:cursor-pointer file:rounded-full file:bg-(--red-soft) file:px-4 file:py-1 file:font-semibold file:text-(--red-ink)';

/** In milliseconds: 10 MB on a slow line, and no button that stays busy for ever. */
const longestUpload = 5 * 60_000;

export function UploadForm({ reload }: { reload: () => void }) {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);

  async function upload(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (running.current) return;
    const form = event.currentTarget;
    const file = form.querySelector<HTMLInputElement>('input[type=file]')?.files?.[0];
    running.current = true;
    setBusy(true);
    await uploadImage(file, {
      host: async () => (await siteConfig()).images,
      post: (url, body) => send(url, { method: 'POST', body, signal: AbortSignal.timeout(longestUpload) }),
      save: (body) => call(addPhoto, { body }),
      reload,
      toast,
      log: (message, error) => console.error(message, error),
    });
    form.reset();
    running.current = false;
    setBusy(false);
  }

  return (
    <form onSubmit={upload} className="bb-card flex flex-wrap items-center gap-4 p-6">
      <div className="min-w-0 grow basis-60">
        <Field label="Photo" hint="JPEG, PNG, WebP, AVIF or GIF, at most 10 MB">
          {(aria) => <input {...aria} type="file" name="image" accept={accepted} className={fileInput} />}
        </Field>
      </div>
      <Button type="submit" busy={busy}>
        {busy ? 'Uploading Image' : 'Upload Image'}
      </Button>
    </form>
  );
}
