/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Year of the build, shown by rendered pages until hydration. */
  readonly BUILD_YEAR: number;
  /** Language of this build (scripts/languages/vite.ts). */
  readonly LANGUAGE: import('#contract/languages.ts').Language;
  readonly LANGUAGE_BASE: string;
  readonly LANGUAGE_LOCALE: string;
}
