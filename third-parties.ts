import type { Context, Hono } from 'hono';
import type { PublicConfig } from '#contract/config.ts';
import type { Database } from '#platform/database/open.ts';
import type { Events } from '#platform/events.ts';
import { type AllowedOrigins, joinOrigins } from '#platform/http/content-policy.ts';
import { httpErrors } from '#platform/http/errors.ts';
import type { HotPlace } from '#platform/http/hot-answers.ts';
import type { RefusalBody } from '#platform/http/overload/refusal.ts';
import { patientFetch } from '#platform/http/patient-fetch.ts';
import type { Job } from '#platform/jobs.ts';
import type { Limiters } from '#platform/limits.ts';
import type { Log } from '#platform/logs.ts';
import type { Measures } from '#platform/measures.ts';
import type { Outbox } from '#platform/outbox.ts';
import type { Secrets } from '#platform/secrets.ts';
import { type Clock, seconds } from '#platform/time.ts';
import { type CardSandbox, createCardSandbox } from '#providers/cards/sandbox.ts';
import { cardsMigrations } from '#providers/cards/schema/migrations.ts';
import { googlePagesPath, openGooglePages } from '#providers/identity/google-pages.ts';
import { overloadBody } from '#providers/identity/http/errors.ts';
import {
  createIdentity as createIdentityProvider,
  type Identity as IdentityProvider,
} from '#providers/identity/identity.ts';
import { identityJobs } from '#providers/identity/jobs.ts';
import { identityMigrations } from '#providers/identity/schema/migrations.ts';
import { isAdministrator } from '#providers/images/access.ts';
import { createImageHost } from '#providers/images/image-host.ts';
import { imagesMigrations } from '#providers/images/schema/migrations.ts';
import { openS3Storage } from '#providers/images/storage/s3.ts';
import { type Cards, createCards } from '#server/third-parties/cards.ts';
import type { ProviderError } from '#server/third-parties/cards-errors.ts';
import { createFirebaseIdentity, createIdentity, type Identity } from '#server/third-parties/identity.ts';
import { createImages, type Images } from '#server/third-parties/images.ts';
import type { Config } from './config.ts';
import type { Upload } from './samples/fill.ts';
import { uploadTo } from './samples/upload.ts';

export const standInMigrations = [identityMigrations, cardsMigrations, imagesMigrations];

type Room = {
  config: Config;
  database: Database;
  secrets: Secrets;
  outbox: Outbox;
  clock: Clock;
  log: Log;
  events: Events;
  measures: Measures;
  limiters: Limiters;
  address: (c: Context) => string;
  /** Which of these addresses are shown as photos. */
  shown: (imgs: string[]) => Promise<Set<string>>;
  /** Who holds an access token of the product. */
  authenticate: (request: Request) => Promise<{ userId: string }>;
  /** Answers a request to our own origin without a socket. */
  inside: (request: Request) => Promise<Response>;
  /** Where this process really listens, when it does: `http://127.0.0.1:3000`. */
  listensAt: string | undefined;
};

/** One third party: how the server reaches it, what the browser is told, and what stands in for it here. */
type Party<Adapter, Told> = {
  adapter: Adapter;
  told: Told;
  origins: AllowedOrigins;
  /** What of it stands in for somebody else, as the operator reads it. */
  standIns?: string[];
  mounted?: [path: string, app: Hono];
  /** What is said in its protocol to whom the house cannot take now. */
  refusalBody?: RefusalBody;
  jobs?: Job[];
  /** Answers of it that many ask for. */
  hot?: HotPlace;
};

/** Opens each third party: the configured one, or what stands in for it. Both speak the same protocol. */
export async function openThirdParties(room: Room) {
  const identity = await openIdentity(room);
  const cards = await openCards(room);
  const images = await openImages(room);
  const parties = [identity, cards, images];
  return {
    adapters: { identity: identity.adapter, cards: cards.adapter, images: images.adapter },
    publicConfig: {
      identity: identity.told,
      cards: cards.told,
      images: images.told,
      parts: room.config.parts,
    } satisfies PublicConfig,
    standIns: [
      ...parties.flatMap(({ standIns }) => standIns ?? []),
      ...(room.config.google === 'stand-in' ? [googleStandIn] : []),
    ],
    mounted: parties.flatMap(({ mounted }) => (mounted ? [mounted] : [])),
    refusalBody: ((path, retryAfter) =>
      parties
        .find(({ mounted }) => mounted && path.startsWith(`${mounted[0]}/`))
        ?.refusalBody?.(path, retryAfter)) satisfies RefusalBody,
    origins: joinOrigins(parties.map(({ origins }) => origins)),
    jobs: parties.flatMap(({ jobs }) => jobs ?? []),
    hotPlaces: parties.flatMap(({ hot }) => hot ?? []),
    uploadSample: images.uploadSample,
    deliverCardEvent: cards.deliverEvent,
    tellEnded: identity.tellEnded,
  };
}

async function openIdentity(
  room: Room,
): Promise<Party<Identity, PublicConfig['identity']> & Pick<IdentityProvider, 'tellEnded'>> {
  const { config, inside } = room;
  const base = {
    ...room,
    db: room.database,
    publicUrl: config.publicUrl,
    google: config.google,
    clientAddress: room.address,
  };
  const { sessionLife } = config.identitySettings;
  const jobs = identityJobs({ db: room.database, clock: room.clock, rest: sessionLife.rest });
  if (config.identity.provider === 'firebase') {
    return {
      adapter: createFirebaseIdentity(config.identity.projectId, patientFetch()),
      // There the vendor's own widget must come first, which this site does not load.
      told: { ...config.identity, textMessages: false },
      origins: { connect: ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'] },
      mounted: [googlePagesPath, await openGooglePages(base)],
      jobs,
      // What a provider of ours that was here before had still to tell is over.
      tellEnded: async () => {},
    };
  }
  const provider = await createIdentityProvider({
    ...base,
    settings: config.identitySettings,
    endpoint: {
      url: `${config.publicUrl}/api/identity/ended-sessions`,
      fetch: (request) => inside(request),
    },
  });
  const { apiKey, authDomain, projectId } = provider;
  return {
    adapter: createIdentity({
      issuer: provider.issuer,
      audience: projectId,
      jwksUrl: provider.jwksUrl,
      algorithms: ['ES256'],
      fetch: (input, init) => inside(new Request(input, init)),
      administration: {
        accounts: `${config.publicUrl}/identity/v1/projects/${projectId}/accounts`,
        token: provider.adminToken,
      },
    }),
    told: {
      provider: 'embedded',
      apiKey,
      authDomain,
      projectId,
      textMessages: config.identitySettings.textMessages,
    },
    origins: {},
    standIns: ['identity provider'],
    mounted: ['/identity', provider.app],
    refusalBody: overloadBody,
    // Beside the outbox's own rounds: a mail server that hangs must not keep a thief signed in.
    jobs: [
      ...jobs,
      { name: 'ended sessions', everyMs: seconds(0.5), run: () => room.outbox.deliver('sessions-ended') },
    ],
    tellEnded: provider.tellEnded,
  };
}

/** What it lets anybody do, so that nobody opens such a site to the world. */
const googleStandIn = 'Google (anybody may sign in as anybody)';

async function openCards({
  config,
  database,
  secrets,
  outbox,
  clock,
  log,
  measures,
  inside,
  listensAt,
}: Room): Promise<Party<Cards, PublicConfig['cards']> & { deliverEvent: CardSandbox['deliverEvent'] }> {
  const countError = measures.counter(
    'card_provider_errors_total',
    'Error responses and failed connections of the card provider.',
    'call',
    'status',
  );
  const onError = (error: ProviderError) => {
    countError({ call: error.call, status: String(error.status ?? 'none') });
    log[error.level](error, 'the card provider responded with an error');
  };
  if (config.stripe) {
    const { secretKey, publishableKey } = config.stripe;
    // Without its own secret no event can be believed: one that nobody knows refuses them all.
    const webhookSecret = config.stripe.webhookSecret ?? (await secrets('webhook-secret'));
    return {
      adapter: createCards({ provider: 'stripe', secretKey, publishableKey, webhookSecret, onError }),
      told: { provider: 'stripe', publishableKey },
      origins: {
        // https://docs.stripe.com/security/guide#content-security-policy
        script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
        frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
        connect: ['https://api.stripe.com'],
      },
      // What a sandbox that was here before had still to tell is of no account to Stripe.
      deliverEvent: async () => {},
    };
  }
  const sandbox = await createCardSandbox({
    production: config.production,
    db: database,
    secrets,
    clock,
    log,
    outbox,
    url: `${config.publicUrl}/cards`,
    endpoint: {
      url: `${listensAt ?? config.publicUrl}/api/stripe/webhook`,
      fetch: listensAt ? fetch : inside,
    },
  });
  const { secretKey, publishableKey, webhookSecret } = sandbox;
  // The stripe package knows no path before its own: what it sends to its host goes to /cards here.
  const toSandbox: typeof fetch = (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    return inside(new Request(`${config.publicUrl}/cards${pathname}${search}`, init));
  };
  return {
    adapter: createCards({
      provider: 'sandbox',
      secretKey,
      publishableKey,
      webhookSecret,
      fetch: toSandbox,
      onError,
    }),
    told: { provider: 'sandbox', publishableKey },
    origins: {},
    standIns: ['card sandbox'],
    mounted: ['/cards', sandbox.app],
    refusalBody: () => ({ error: { type: 'api_error', message: httpErrors.unavailable.message } }),
    jobs: sandbox.jobs,
    deliverEvent: sandbox.deliverEvent,
  };
}

async function openImages(
  room: Room,
): Promise<Party<Images, PublicConfig['images']> & { uploadSample?: Upload }> {
  const { config, inside } = room;
  if (config.images) {
    // The list of public suffixes in it is large: it loads where there is a hosted service.
    const { createHostedImages, pictureOrigins } = await import('#server/third-parties/hosted-images.ts');
    const { uploadUrl } = config.images;
    return {
      adapter: createHostedImages({ ...config.images, publicUrl: config.publicUrl }),
      told: config.images,
      origins: { connect: [new URL(uploadUrl).origin], image: pictureOrigins(uploadUrl) },
    };
  }
  const storage = config.s3 && (await openS3Storage(config.s3, room.log));
  const host = await createImageHost({
    ...room,
    db: room.database,
    ...(storage && { storage }),
    dataDir: config.dataDir,
    publicUrl: config.publicUrl,
    limitScale: config.limitScale,
    authenticate: async (request) =>
      isAdministrator(request, host.adminToken)
        ? { userId: 'samples', uncounted: true }
        : room.authenticate(request),
  });
  const { uploadUrl, key, adminToken } = host;
  const ownFetch: typeof fetch = (input, init) => inside(new Request(input, init));
  return {
    adapter: createImages({
      uploadUrl,
      key,
      fetch: ownFetch,
      pictures: `${config.publicUrl}/images`,
      adminToken,
    }),
    told: { uploadUrl, key },
    origins: {},
    standIns: ['image host'],
    mounted: ['/images', host.app],
    jobs: host.jobs,
    hot: host.hot,
    uploadSample: uploadTo({ uploadUrl, key, adminToken, fetch: ownFetch }),
  };
}
