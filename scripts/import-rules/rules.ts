/** `files` may not use what `forbids` tells; `room` is what the first group of `files` caught. */
export type Rule = {
  name: string;
  files: RegExp;
  except?: RegExp;
  forbids: (what: string, room: string) => boolean;
};

/** Files that only tests and benchmarks use: they may reach for what they test with, and for what they measure. */
const tests = /\.test\.tsx?$|(^|\/)testing\/|^(tests|e2e|bench)\//;
const ours =
  /^(contract|platform|web|server|providers|samples|third-parties|scripts|art|tests|e2e|bench)\/|^[^/]+\.ts$/;
/** Where the house is put together. */
const assembly = /^(main|operate(-site)?|house)\.ts$|^third-parties\//;

const isPackage = (what: string, name: string) => what === name || what.startsWith(`${name}/`);

const rule = (name: string, files: RegExp, forbids: Rule['forbids'], except: RegExp = tests): Rule => ({
  name,
  files,
  except,
  forbids,
});

/** A room may use these of our rooms, and no other. */
const rooms = { platform: [], web: ['contract'], server: ['contract', 'platform'], providers: ['platform'] };

/** A vendor's SDK is imported in one place, where its errors and words are translated. */
const vendors: Record<string, RegExp> = {
  '@tanstack/react-query': /web\/api\//,
  '@firebase/app': /web\/session\/identity-[\w-]+\.ts$/,
  '@firebase/auth': /web\/session\/identity-[\w-]+\.ts$/,
  'openid-client': /providers\/identity\/google\/openid\.ts$/,
  stripe: /server\/third-parties\/cards(-shapes)?\.ts$/,
  '@stripe/stripe-js': /web\/features\/payment\/stripe-cards\.tsx$/,
  swiper: /web\/ui\/(carousel|coverflow)-engine\.ts$/,
  nodemailer: /server\/third-parties\/smtp\.ts$/,
  aws4fetch: /providers\/images\/storage\/s3-bucket\.ts$/,
  sharp: /providers\/images\/imaging\/sharp\.ts$|^art\//,
  '@myriaddreamin/typst-ts-web-compiler': /server\/features\/donations\/paper\/pdf-maker\.ts$/,
  'csv-stringify': /server\/features\/donations\/table\.ts$/,
  ioredis: /platform\/redis-limits\.ts$/,
  pg: /platform\//,
  'node:sqlite': /platform\/database\//,
};

export const rulesFor = (devDependencies: readonly string[]): Rule[] => [
  ...Object.entries(rooms).map(([name, others]) =>
    rule(
      `${name} stays in its rooms`,
      new RegExp(`^${name}/`),
      (what) => ours.test(what) && ![name, ...others].some((each) => what.startsWith(`${each}/`)),
    ),
  ),
  ...Object.entries(vendors).map(([sdk, place]) =>
    rule(`${sdk} in one place`, new RegExp(`^(?!${place.source})`), (what) => isPackage(what, sdk)),
  ),
  rule(
    'contract is pure',
    /^contract\//,
    (what) => !what.startsWith('contract/') && what !== 'zod/mini' && !isPackage(what, 'date-fns'),
  ),
  {
    name: 'a provider stands alone',
    files: /^providers\/([^/]+)\//,
    forbids: (what, provider) => what.startsWith('providers/') && !what.startsWith(`providers/${provider}/`),
  },
  rule(
    'only the house knows providers',
    /^(?!providers\/)/,
    (what) => what.startsWith('providers/'),
    new RegExp(`${assembly.source}|${tests.source}`),
  ),
  // Another feature is asked by its rules, never by its tables or routes.
  rule(
    'a server feature keeps its insides',
    /^server\/features\/([^/]+)\//,
    (what, feature) =>
      /^server\/features\//.test(what) &&
      !what.startsWith(`server/features/${feature}/`) &&
      !what.endsWith('/rules.ts'),
  ),
  // Another feature lends its parts (.tsx); its rules and requests are its own.
  rule(
    'a web feature keeps its insides',
    /^web\/features\/([^/]+)\//,
    (what, feature) =>
      /^web\/features\//.test(what) &&
      !what.startsWith(`web/features/${feature}/`) &&
      !/^web\/features\/[^/]+\/[^/]+\.tsx$/.test(what),
  ),
  rule('ports know no feature', /^server\/(third-parties|http|schema)\//, (what) =>
    what.startsWith('server/features/'),
  ),
  rule('ui knows no data', /^web\/ui\//, (what) => /^(web\/(api|session|features)|contract)\//.test(what)),
  rule('api and session know no page', /^web\/(api|session)\//, (what) => /^web\/(features|ui)\//.test(what)),
  rule(
    'queries in repositories',
    /^(?!platform\/)/,
    (what) => what === 'a query',
    new RegExp(`(^|[/.-])repository\\.ts$|/schema/|${tests.source}`),
  ),
  // main.ts and operate.ts hand it over; the tools at the root read which language they build.
  rule(
    'config.ts reads the environment',
    /^(?!(config|main|operate)\.ts$|(scripts|art)\/|(playwright|vitest|vite|react-router)\.config\.ts$)/,
    (what) => ['the environment', 'process', 'node:process'].includes(what),
  ),
  // With NODE_ENV=production they are not installed.
  rule(
    'the site runs without dev packages',
    /^(contract|platform|providers|samples|server|web)\/|^(?!(vitest|playwright|lingui)\.config)[^/]+\.ts$/,
    (what) => devDependencies.some((name) => isPackage(what, name)),
  ),
];
