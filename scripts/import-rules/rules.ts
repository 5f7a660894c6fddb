/** A violation is a `file > used` that `forbids` matches. `except`: files that the rule does not apply to. */
export type Rule = { name: string; forbids: RegExp; except?: RegExp };

/** Tests and benchmarks may import whatever they test or measure. */
export const tests = /\.test\.tsx?$|(^|\/)testing\/|^(tests|e2e|bench)\//;
const ownCode = '((contract|platform|web|server|providers|app|cli|scripts|tests|e2e|bench)/|[^/]+\\.ts$)';

const rule = (name: string, forbids: RegExp, except?: RegExp): Rule => ({
  name,
  forbids,
  except: except ? new RegExp(`${except.source}|${tests.source}`) : tests,
});

/**
 * Each folder may import only itself and the folders above it in the list, types included. `unless`: a regex
 * look-ahead for further imports that are allowed.
 */
const inOrder = (parent: string, folders: readonly string[], unless = ''): Rule[] =>
  folders.map((folder, index) =>
    rule(
      `${parent}/${folder} imports no later folder`,
      new RegExp(
        `^${parent}/${folder}/.* > ${parent}/(?!(${folders.slice(0, index + 1).join('|')})/)${unless}`,
      ),
    ),
  );

/** The top-level folders that each top-level folder may import. */
const layers = {
  platform: ['platform'],
  web: ['web', 'contract'],
  server: ['server', 'contract', 'platform'],
  providers: ['providers', 'platform'],
};

/**
 * The folders of web. Each may import only itself and the folders above it, so that indirect imports of the
 * other folders are impossible.
 */
const webOrder = [
  'styles',
  'i18n',
  'before-react',
  'browser',
  'components',
  'api',
  'auth',
  'queries',
  'pwa',
  'features',
];

/** The folders of platform. Each may import only itself, the folders above it, and the files beside them. */
const platformOrder = ['observability', 'files', 'database', 'security', 'jobs', 'backup', 'http'];

/**
 * The features of the server, as in server/registrations.ts. Each imports only itself and the ones above it.
 */
const serverOrder = [
  'site',
  'users',
  'staff-log',
  'site-content',
  'reviews',
  'photos',
  'moderation',
  'staff',
  'offer-links',
  'passes',
  'payments',
  'centers',
  'unconfirmed-bookings',
  'appointments',
  'closings',
  'waiting-list',
  'center-administration',
  'check-in',
  'slot-offers',
  'reminders',
  'imported-donations',
  'donations',
  'blood-requests',
  'needs',
  'figures',
  'site-administration',
  'people',
  'account',
  'configuration',
];

/** A vendor's SDK is imported only in its adapter, which translates its errors. */
const vendors: Record<string, RegExp> = {
  '@tanstack/react-query': /^web\/api\//,
  '@firebase/app':
    /^web\/auth\/(identity-(sdk|call|renewal|stores)|user-calls|error-translator|mfa-resolver|\w+-api)\.ts$/,
  '@firebase/auth':
    /^web\/auth\/(identity-(sdk|call|renewal|stores)|user-calls|error-translator|mfa-resolver|\w+-api)\.ts$/,
  'openid-client': /^providers\/identity\/google\/openid\.ts$/,
  stripe: /^server\/integrations\/(cards|stripe-objects)\.ts$/,
  '@stripe/stripe-js': /^web\/features\/payment\/stripe-cards\.tsx$/,
  swiper: /^web\/components\/coverflow-engine\.ts$/,
  nodemailer: /^server\/integrations\/smtp\.ts$/,
  aws4fetch: /^providers\/images\/storage\/s3-bucket\.ts$/,
  sharp: /^providers\/images\/imaging\/sharp\.ts$|^scripts\/pictures\.ts$/,
  papaparse: /^server\/documents\/csv\.ts$/,
  pg: /^platform\//,
  'node:sqlite': /^platform\/database\//,
};

export const rules: readonly Rule[] = [
  ...Object.entries(layers).map(([name, allowed]) =>
    rule(
      `${name} imports only its layers`,
      new RegExp(`^${name}/.* > (?!(${allowed.join('|')})/)${ownCode}`),
    ),
  ),
  ...inOrder('web', webOrder),
  ...inOrder('platform', platformOrder, '(?![^/]+\\.ts$)'),
  rule('files of platform import no folder', /^platform\/[^/]+ > platform\/.*\//),
  ...inOrder('server/features', serverOrder),
  ...Object.entries(vendors).map(([sdk, adapter]) =>
    rule(`${sdk} in one file`, new RegExp(` > ${sdk}(/|$)`), adapter),
  ),
  rule('contract is pure', /^contract\/.* > (?!contract\/|zod\/mini$)/),
  {
    name: 'a provider imports no other provider',
    forbids: /^providers\/([^/]+)\/.* > providers\/(?!\1\/)/,
  },
  rule('only app and cli import providers', /^(?!providers\/).* > providers\//, /^(app|cli)\//),
  // A feature uses another feature through its rules, never its queries or routes.
  rule(
    'a server feature hides its internals',
    /^server\/features\/([^/]+)\/.* > server\/features\/(?!\1\/).*(repository|routes|register)\.ts$/,
  ),
  // A feature may render another feature's components (.tsx), but its rules and requests are private. All
  // staff pages share the texts, queries and changes of `staff`.
  rule(
    'a web feature hides its internals',
    /^web\/features\/([^/]+)\/.* > web\/features\/(?!\1\/|[^/]+\/[^/]+\.tsx$|staff\/(texts|error-texts|staff-query|use-staff-query|use-change)\.ts$)/,
  ),
  rule('integrations import no feature', /^server\/(integrations|http|db)\/.* > server\/features\//),
  // Components cannot import the API either, because it comes later in the order. Calendar days are allowed:
  // they are plain values.
  rule('components have no data access', /^web\/components\/.* > contract\/(?!days\.ts$)/),
  rule('the API is without components', /^web\/(api|auth|queries)\/.* > web\/components\//),
  // From 1.0.0 on, the previous version runs beside the next one, which may have added columns that the
  // previous one cannot handle.
  rule('columns by name', / > all columns$/),
  rule(
    'queries in repositories',
    / > a query$/,
    /^(platform|scripts)\/|(^|[/.-])repository\.ts$|\/(schema|db)\//,
  ),
];
