import type { Language } from '../http/language.ts';

/** Short: in Bengali a text holds 70 characters, and each text costs. */
export const codeText: Record<Language, (code: string) => string> = {
  en: (code) => `${code} is your Blood Buddies code. It is good for 10 minutes. Tell it to nobody.`,
  bn: (code) => `${code} আপনার Blood Buddies কোড। ১০ মিনিট কাজ করবে। কাউকে বলবেন না।`,
};
