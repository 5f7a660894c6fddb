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
const assembly = /^(main|operate(-secrets)?|house|site-copies|site-languages)\.ts$|^third-parties\//;

const isPackage = (what: string, name: string) => what === name || what.startsWith(`${name}/`);

/** A room may use these of our rooms, and no other. */
const room = (name: string, ...mayUse: string[]): Rule => ({
  name: `${name} stays in its rooms`,
  files: new RegExp(`^${name}/`),
  except: tests,
  forbids: (what) => ours.test(what) && ![name, ...mayUse].some((each) => what.startsWith(`${each}/`)),
});

/** A vendor's SDK is imported in one place, where its errors and words are translated. */
const vendor = (sdk: string, place: RegExp): Rule => ({
  name: `${sdk} in one place`,
  files: new RegExp(`^(?!${place.source})`),
  except: tests,
  forbids: (what) => isPackage(what, sdk),
});

export const rulesFor = (devDependencies: readonly string[]): Rule[] => [
  {
    name: 'contract is pure',
    files: /^contract\//,
    except: tests,
    forbids: (what) => !what.startsWith('contract/') && what !== 'zod/mini' && !isPackage(what, 'date-fns'),
  },
  room('platform'),
  room('web', 'contract'),
  room('server', 'contract', 'platform'),
  room('providers', 'platform'),
  {
    name: 'a provider stands alone',
    files: /^providers\/([^/]+)\//,
    forbids: (what, provider) => what.startsWith('providers/') && !what.startsWith(`providers/${provider}/`),
  },
  {
    name: 'only the house knows providers',
    files: /^(?!providers\/)/,
    except: new RegExp(`${assembly.source}|${tests.source}`),
    forbids: (what) => what.startsWith('providers/'),
  },
  {
    // Another feature is asked by its rules, never by its tables or routes.
    name: 'a server feature keeps its insides',
    files: /^server\/features\/([^/]+)\//,
    except: tests,
    forbids: (what, feature) =>
      /^server\/features\//.test(what) &&
      !what.startsWith(`server/features/${feature}/`) &&
      !what.endsWith('/rules.ts'),
  },
  {
    // Another feature lends its parts (.tsx); its rules and requests are its own.
    name: 'a web feature keeps its insides',
    files: /^web\/features\/([^/]+)\//,
    except: tests,
    forbids: (what, feature) =>
      /^web\/features\//.test(what) &&
      !what.startsWith(`web/features/${feature}/`) &&
      !/^web\/features\/[^/]+\/[^/]+\.tsx$/.test(what),
  },
  {
    name: 'ports know no feature',
    files: /^server\/(third-parties|http|schema)\//,
    except: tests,
    forbids: (what) => what.startsWith('server/features/'),
  },
  {
    name: 'ui knows no data',
    files: /^web\/ui\//,
    except: tests,
    forbids: (what) => /^(web\/(api|session|features)|contract)\//.test(what),
  },
  {
    name: 'api and session know no page',
    files: /^web\/(api|session)\//,
    except: tests,
    forbids: (what) => /^web\/(features|ui)\//.test(what),
  },
  vendor('@tanstack/react-query', /web\/api\//),
  vendor('@firebase/app', /web\/session\/identity-[\w-]+\.ts$/),
  vendor('@firebase/auth', /web\/session\/identity-[\w-]+\.ts$/),
  vendor('openid-client', /providers\/identity\/google\/openid\.ts$/),
  vendor('stripe', /server\/third-parties\/cards(-shapes)?\.ts$/),
  vendor('@stripe/stripe-js', /web\/features\/payment\/stripe-cards\.tsx$/),
  vendor('swiper', /web\/ui\/(carousel|coverflow)-engine\.ts$/),
  vendor('nodemailer', /server\/third-parties\/smtp\.ts$/),
  vendor('aws4fetch', /providers\/images\/storage\/s3-bucket\.ts$/),
  vendor('sharp', /providers\/images\/imaging\/sharp\.ts$|^art\//),
  vendor('@myriaddreamin/typst-ts-web-compiler', /server\/features\/donations\/paper\/pdf-maker\.ts$/),
  vendor('csv-stringify', /server\/features\/donations\/table\.ts$/),
  vendor('ioredis', /platform\/redis-limits\.ts$/),
  vendor('pg', /platform\//),
  vendor('node:sqlite', /platform\/database\//),
  {
    name: 'queries in repositories',
    files: /^(?!platform\/)/,
    except: new RegExp(`(^|[/.-])repository\\.ts$|/schema/|${tests.source}`),
    forbids: (what) => what === 'a query',
  },
  {
    name: 'config.ts reads the environment',
    // main.ts and operate.ts hand it over; the tools at the root read which language they build.
    files:
      /^(?!(config|main|operate)\.ts$|(scripts|art)\/|(playwright|vitest|vite|react-router)\.config\.ts$)/,
    except: tests,
    forbids: (what) => what === 'the environment' || what === 'process' || what === 'node:process',
  },
  {
    // With NODE_ENV=production they are not installed.
    name: 'the site runs without dev packages',
    files:
      /^(contract|platform|providers|samples|server|web)\/|^(?!(vitest|playwright|lingui)\.config)[^/]+\.ts$/,
    except: tests,
    forbids: (what) => devDependencies.some((name) => isPackage(what, name)),
  },
];
