import type { Door } from './door.ts';
import type { Memory } from './memory.ts';

/** Tells both servers of a sign-out; `held` is the access token that this tab had. */
export async function finishLeaving(
  open: () => Promise<Door>,
  memory: Memory,
  held: string | null,
): Promise<void> {
  try {
    const { revoke, identity } = await open();
    const revoked = held === null ? undefined : revoke(held).catch(() => undefined);
    if (memory.leaving()) await identity.signOut();
    memory.setLeaving(false);
    await revoked;
  } catch {
    // Offline: the note stays, and the next page load signs out.
  }
}
