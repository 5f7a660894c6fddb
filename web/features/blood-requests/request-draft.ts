const KEY = 'bloodBuddiesRequestDraft';

// The draft is about a patient, so it is kept only for this tab.

/** The form's fields as they were typed. */
export type RequestDraft = Record<string, string | undefined>;

export function saveDraft(draft: RequestDraft): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Without storage the form is empty after the sign-in.
  }
}

export function loadDraft(): RequestDraft | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

export function clearDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // There is none.
  }
}
