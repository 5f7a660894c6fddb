/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** The year of the build, which the prerendered pages show until they come alive. */
  readonly BUILD_YEAR: number;
  /** Each language has a build of its own: scripts/languages/vite.ts. */
  readonly LANGUAGE: import('#contract/languages.ts').Language;
  readonly LANGUAGE_BASE: string;
  readonly LANGUAGE_LOCALE: string;
}
