import { fetchPart } from '#web/site/lost-part.ts';
import { IdentityError } from './identity.ts';

/** What this browser refuses by itself, in the words of its code. They come when they are needed: every page carries this. */
export async function refuseHere(code: string, cause?: unknown): Promise<never> {
  const { identityWords } = await fetchPart(import('./identity-words.ts'));
  throw new IdentityError(code, identityWords(code, ''), cause);
}
