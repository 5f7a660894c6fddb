import type { Identity } from './identity.ts';

/** The session that this browser held before something was done that may begin another in its place. */
export type FormerSession = {
  /** Another one has taken its place. */
  isReplaced(): Promise<boolean>;
  /** To be called when nobody holds it any more. Out of reach, it ends by itself once nobody has used it for a while. */
  end(): Promise<void>;
};

export async function formerSession({ sessions }: Identity): Promise<FormerSession> {
  const former = await sessions?.held();
  return {
    isReplaced: async () => former !== undefined && (await sessions?.held())?.id !== former.id,
    end: async () => former?.end().catch(() => undefined),
  };
}
