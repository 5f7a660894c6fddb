import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import type { CodeSplittingGroup } from 'rolldown';
import { defineConfig, type Plugin } from 'vite';
import { parseLanguage } from './contract/languages.ts';
import { patchRouteModulesPlugin } from './scripts/broken-links.ts';
import { languagePlugin } from './scripts/languages/vite.ts';
import { scriptTargets, styleTargets } from './scripts/old-browsers/oldest.ts';

// Each language is built separately: scripts/set-up/site.mjs.
const language = parseLanguage(process.env.BUILD_LANGUAGE) ?? 'en';

// `react-router dev` shows the pages; requests to other services go to a running `npm start`.
const app = 'http://localhost:3000';

// Two builds of a release have the same bytes: scripts/release/.
const { SOURCE_DATE_EPOCH: epoch } = process.env;
const buildTime = epoch ? new Date(Number(epoch) * 1000) : new Date();

// A few files instead of some fifty small ones, because they compress better together and a browser fetches six
// at a time.
const groups: CodeSplittingGroup[] = [
  { name: 'react', test: /\/node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 1 },
  // What several pages use, except for those about requests for blood, which most visitors never open.
  {
    name: 'shared',
    test: /\/(web|contract)\/(?!features\/blood-requests|queries\/districts|(blood-|availability|districts)).*\.tsx?$/,
    minShareCount: 3,
  },
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

export default defineConfig(({ command }) => ({
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
    reportCompressedSize: false,
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
    // One file without imports, which the server loads at run time. Minified, because pages contain functions
    // as text (web/before-react/start-scripts.tsx).
    ssr: {
      ...(command === 'build' && {
        resolve: { noExternal: true },
        // React for development takes twice as long to render.
        define: { 'process.env.NODE_ENV': '"production"' },
      }),
      build: { emptyOutDir: true, minify: true, rolldownOptions: { input: './web/page-renderer.ts' } },
    },
  },
  define: { 'import.meta.env.BUILD_YEAR': buildTime.getFullYear() },
  server: { proxy: { '/api': app, '/identity': app, '/images': app, '/cards': app } },
}));
