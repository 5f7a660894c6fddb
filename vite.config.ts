import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import type { CodeSplittingGroup, CodeSplittingNameFunction } from 'rolldown';
import { defineConfig, normalizePath, type Plugin } from 'vite';
import { parseLanguage } from './contract/languages.ts';
import { patchRouteModulesPlugin } from './scripts/broken-links.ts';
import { languagePlugin } from './scripts/languages/vite.ts';
import { scriptTargets, styleTargets } from './scripts/old-browsers/oldest.ts';

// Each language is built separately: scripts/set-up/site.mjs.
const language = parseLanguage(process.env.BUILD_LANGUAGE) ?? 'en';

// `react-router dev` shows the pages; requests to other services go to a running `npm start`.
const app = 'http://localhost:3000';

// Includes the error class that sign-in and account share, because a separate chunk would be too small.
const shellModules = [
  'root.tsx',
  'features/shell/site-layout.tsx',
  'auth/identity.ts',
  'components/prerendered-component.tsx',
].map((file) => normalizePath(fileURLToPath(new URL(`./web/${file}`, import.meta.url))));

/** Selects our modules that every page needs immediately. */
const inShell: CodeSplittingNameFunction = (id, modules) => {
  const needed = new Set(shellModules);
  for (const each of needed)
    for (const imported of modules.getModuleInfo(each)?.importedIds ?? [])
      if (!imported.includes('/node_modules/')) needed.add(imported);
  return needed.has(id) ? 'shell' : null;
};

// A few files instead of some twenty small ones, because they compress better together and a browser fetches
// six at a time.
const groups: CodeSplittingGroup[] = [
  { name: 'react', test: /\/node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 1 },
  { name: inShell, debugName: 'shell' },
  { name: 'schemas', test: /\/node_modules\/zod\/|\/contract\/(lengths|single-line)\./, priority: 1 },
  // The API client, its query cache, and other modules that only pages with data use.
  {
    name: 'api',
    test: /\/node_modules\/@tanstack\/(react-)?query|\/web\/(api\/(queries|client|error-response|config|preloaded-requests|random-key)|auth\/is-staff|features\/shell\/require-sign-in)\.|\/contract\/values\.|\/web\/i18n\/public-name\./,
  },
  // Small modules that several pages share.
  {
    name: 'shared',
    test: /\/web\/components\/(field|form-error|load-error|modal|carousel-controls)\./,
  },
  // Modules shared by pages with data and pages without.
  { name: 'base', test: /\/web\/(components\/icons|api\/(site-clock|config-request))\./, priority: 1 },
  // Campaigns and ways to help, at the end of the public pages.
  {
    name: 'campaigns',
    test: /\/web\/(features\/(content\/(next-steps|steps|volunteer-steps)|landing\/(campaign-(cards|list)|steps)|reviews\/reviews-section|appointments\/(form\/campaign-prefill|campaign-link))|components\/(use-scroll-to-hash|carousel|render-near-viewport|form-link|request-link|form-prefill))\./,
  },
  {
    name: 'sign-in',
    test: /\/web\/(auth\/(mfa-methods|credentials|email-link|sign-in)|components\/(use-fields|google-mark)|features\/sign-in\/(account-fields|greet-new-user|schema))\./,
  },
  // Modules shared by the pages that emailed links open.
  { name: 'action', test: /\/web\/(components\/action-form|features\/account\/existing-password)\./ },
  // Without this chunk, the styles that two forms share would make one form load the script of the other.
  { name: 'choices', test: /\/web\/components\/choices\.css/, priority: 1 },
  // Modules shared by the form, the cards and the payment of an appointment.
  {
    name: 'appointment',
    test: /\/web\/(features\/appointments\/(appointment-time|list\/day-is-over|payment-badge|recorded-status|list\/split-by-day)|queries\/appointment-queries|auth\/user-storage|pwa\/offline-queue|components\/(lazy-dialog|day-leaf))\.|\/contract\/appointments\./,
  },
  {
    name: 'appointment-form',
    test: /\/web\/features\/(appointments\/(appointment-form|form\/appointment-schema|calendar\/day-input|form\/use-draft|requested-panel)|eligibility\/eligibility-link)\./,
  },
  { name: 'public-name', test: /\/contract\/reviews\./ },
  // Photos and their number.
  { name: 'photos', test: /\/contract\/(photos|picture-sources)\.|\/web\/i18n\/(numbers|plural)\./ },
];

/** Leaves the summaries of endpoints out of the scripts: only the API document shows them. */
const withoutSummaries: Plugin = {
  name: 'without-summaries',
  enforce: 'pre',
  transform: {
    filter: { id: /\/contract\/[\w-]+\.ts$/ },
    handler: (code) => code.replaceAll(/^ +summary:\s*['"].*['"],$/gm, ''),
  },
};

export default defineConfig({
  plugins: [
    languagePlugin(language),
    withoutSummaries,
    tailwindcss(),
    reactRouter(),
    patchRouteModulesPlugin,
  ],
  publicDir: language === 'en' && 'public',
  // Empties its own two folders only: build/ also contains files of the tests.
  build: {
    target: scriptTargets,
    cssTarget: styleTargets,
    emptyOutDir: false,
    assetsDir: language === 'en' ? 'assets' : `${language}/assets`,
  },
  environments: {
    client: {
      build: {
        emptyOutDir: true,
        // Notices that the packages' licenses require. scripts/set-up/notices.mjs adds packages without a
        // module.
        license: { fileName: 'licences.txt' },
        rolldownOptions: { output: { codeSplitting: { groups } } },
      },
    },
    ssr: { build: { emptyOutDir: true } },
  },
  define: { 'import.meta.env.BUILD_YEAR': new Date().getFullYear() },
  server: { proxy: { '/api': app, '/identity': app, '/images': app, '/cards': app } },
  // The build reads its pages from this server. A minimal system cannot resolve `localhost`.
  preview: { host: '127.0.0.1' },
});
