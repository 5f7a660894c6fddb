/** Files that match `files` may not use what `forbids` returns true for; `folder` is the first group of `files`. */
export type Rule = {
  name: string;
  files: RegExp;
  except?: RegExp;
  forbids: (what: string, folder: string) => boolean;
};

/** Tests and benchmarks may import whatever they test or measure. */
const tests = /\.test\.tsx?$|(^|\/)testing\/|^(tests|e2e|bench)\//;
const ownCode = /^(contract|platform|web|server|providers|app|cli|scripts|art|tests|e2e|bench)\/|^[^/]+\.ts$/;
/** The composition root and the command line. */
const compositionRoot = /^(app|cli)\//;

const isPackage = (what: string, name: string) => what === name || what.startsWith(`${name}/`);

const rule = (name: string, files: RegExp, forbids: Rule['forbids'], except: RegExp = tests): Rule => ({
  name,
  files,
  except,
  forbids,
});

/** The top-level folders that each of these may import. */
const layers = { platform: [], web: ['contract'], server: ['contract', 'platform'], providers: ['platform'] };

/** A vendor's SDK is imported only in its adapter, which translates its errors. */
const vendors: Record<string, RegExp> = {
  '@tanstack/react-query': /web\/api\//,
  '@firebase/app': /web\/auth\/(identity-(sdk|call|renewal)|with-translated-errors|\w+-api)\.ts$/,
  '@firebase/auth': /web\/auth\/(identity-(sdk|call|renewal)|with-translated-errors|\w+-api)\.ts$/,
  'openid-client': /providers\/identity\/google\/openid\.ts$/,
  stripe: /server\/integrations\/cards(-shapes)?\.ts$/,
  '@stripe/stripe-js': /web\/features\/payment\/stripe-cards\.tsx$/,
  swiper: /web\/components\/coverflow-engine\.ts$/,
  nodemailer: /server\/integrations\/smtp\.ts$/,
  aws4fetch: /providers\/images\/storage\/s3-bucket\.ts$/,
  sharp: /providers\/images\/imaging\/sharp\.ts$|^art\//,
  '@myriaddreamin/typst-ts-web-compiler': /server\/documents\/pdf-worker\.ts$/,
  papaparse: /server\/documents\/csv\.ts$/,
  ioredis: /platform\/security\/redis-rate-limits\.ts$/,
  pg: /platform\//,
  'node:sqlite': /platform\/database\//,
};

export const rules: readonly Rule[] = [
  ...Object.entries(layers).map(([name, others]) =>
    rule(
      `${name} imports only its layers`,
      new RegExp(`^${name}/`),
      (what) => ownCode.test(what) && ![name, ...others].some((each) => what.startsWith(`${each}/`)),
    ),
  ),
  ...Object.entries(vendors).map(([sdk, file]) =>
    rule(`${sdk} in one file`, new RegExp(`^(?!${file.source})`), (what) => isPackage(what, sdk)),
  ),
  rule('contract is pure', /^contract\//, (what) => !what.startsWith('contract/') && what !== 'zod/mini'),
  {
    name: 'a provider imports no other provider',
    files: /^providers\/([^/]+)\//,
    forbids: (what, provider) => what.startsWith('providers/') && !what.startsWith(`providers/${provider}/`),
  },
  rule(
    'only app and cli import providers',
    /^(?!providers\/)/,
    (what) => what.startsWith('providers/'),
    new RegExp(`${compositionRoot.source}|${tests.source}`),
  ),
  // A feature uses another feature through its rules, never its tables or routes.
  rule(
    'a server feature hides its internals',
    /^server\/features\/([^/]+)\//,
    (what, feature) =>
      /^server\/features\//.test(what) &&
      !what.startsWith(`server/features/${feature}/`) &&
      !what.endsWith('/rules.ts'),
  ),
  // A feature may render another feature's components (.tsx); its rules and requests are private. All pages of staff share
  // the texts of staff's errors.
  rule(
    'a web feature hides its internals',
    /^web\/features\/([^/]+)\//,
    (what, feature) =>
      /^web\/features\//.test(what) &&
      !what.startsWith(`web/features/${feature}/`) &&
      !/^web\/features\/([^/]+\/[^/]+\.tsx|staff\/(error-)?texts\.ts)$/.test(what),
  ),
  rule('integrations import no feature', /^server\/(integrations|http|db)\//, (what) =>
    what.startsWith('server/features/'),
  ),
  rule('components have no data access', /^web\/components\//, (what) =>
    /^(web\/(api|auth|features)|contract)\//.test(what),
  ),
  rule('api and auth import no page', /^web\/(api|auth)\//, (what) =>
    /^web\/(features|components)\//.test(what),
  ),
  rule(
    'queries in repositories',
    /^(?!platform\/)/,
    (what) => what === 'a query',
    new RegExp(`(^|[/.-])repository\\.ts$|/(schema|db)/|${tests.source}`),
  ),
];
