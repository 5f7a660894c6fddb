import { randomUUID } from 'node:crypto';
import type { PublicConfig } from '#contract/config.ts';

/** Somebody who may upload, and how to sign in again. */
export type Member = {
  upload(picture: Uint8Array): Promise<{ status: number; url: string | undefined }>;
  signIn(): Promise<void>;
};

export async function becomeMember(site: string): Promise<Member> {
  const { identity, images } = await asked<PublicConfig>(fetch(`${site}/api/config`));
  const [email, password] = [`donor-${randomUUID()}@example.org`, 'correct horse 1'];
  const account = (call: string) =>
    asked<{ idToken: string }>(
      fetch(`${site}/identity/v1/accounts:${call}?key=${identity.apiKey}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password, returnSecureToken: true }),
      }),
    );
  const { idToken } = await account('signUp');
  const { token } = await asked<{ token: string }>(
    fetch(`${site}/api/user`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${idToken}` },
      body: JSON.stringify({ email }),
    }),
  );
  return {
    async upload(picture) {
      const answer = await fetch(`${site}/images/1/upload?key=${encodeURIComponent(images.key)}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
        body: formOf(picture),
      });
      const { data } = (await answer.json()) as { data?: { url: string } };
      return { status: answer.status, url: data?.url };
    },
    signIn: async () => void (await account('signInWithPassword')),
  };
}

const forms = new WeakMap<Uint8Array, Uint8Array<ArrayBuffer>>();

/** Made once for each picture: a hundred uploads of it hold one copy here. */
function formOf(picture: Uint8Array): Uint8Array<ArrayBuffer> {
  const known = forms.get(picture);
  if (known) return known;
  const head = '--x\r\nContent-Disposition: form-data; name="image"; filename="photo.jpg"\r\n\r\n';
  const form = new Uint8Array(Buffer.concat([Buffer.from(head), picture, Buffer.from('\r\n--x--\r\n')]));
  forms.set(picture, form);
  return form;
}

async function asked<Answer>(call: Promise<Response>): Promise<Answer> {
  const answer = await call;
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
