import type { PublicConfig } from '#contract/config.ts';
import { createImageHost } from '#providers/images/image-host.ts';
import { isAdministrator } from '#providers/images/pictures/routes.ts';
import { openS3Storage } from '#providers/images/storage/s3.ts';
import { createImages, type Images } from '#server/integrations/images.ts';
import type { Config } from '../config/config.ts';
import { createUploader, type Upload } from '../sample-data/fill.ts';
import type { Integration, IntegrationDeps } from './integration.ts';

type ImageIntegration = Integration<Images, PublicConfig['images']> & {
  /** The built-in host, which the owner's pictures always use. */
  contentAdapter: Images;
  contentConfig: PublicConfig['contentImages'];
  uploadSample?: Upload;
};

/** Creates the integration of the image host: the built-in host, and a hosted service for members' photos. */
export async function createImageIntegration(deps: IntegrationDeps): Promise<ImageIntegration> {
  const { config, fetchInProcess } = deps;
  const storage = config.s3 && (await openS3Storage(config.s3, deps.log));
  const host = await createImageHost({
    ...deps,
    db: deps.database,
    ...(storage && { storage }),
    dataDir: config.dataDir,
    publicUrl: config.publicUrl,
    limitScale: config.limitScale,
    authenticate: async (request) =>
      isAdministrator(request, host.adminToken)
        ? { userId: 'samples', uncounted: true }
        : deps.authenticate(request),
  });
  const { uploadUrl, key, adminToken } = host;
  const fetch: typeof globalThis.fetch = (input, init) => fetchInProcess(new Request(input, init));
  const adapter = createImages({ uploadUrl, key, fetch, publicUrl: config.publicUrl, adminToken });
  return {
    adapter,
    publicConfig: { uploadUrl, key },
    origins: {},
    builtInProviders: ['image host'],
    uploadSample: createUploader({ uploadUrl, key, adminToken, fetch }),
    ...(config.images && (await connectHostedService(config.images, config))),
    contentAdapter: adapter,
    contentConfig: { uploadUrl, key },
    mount: ['/images', host.app],
    waitingRequests: host.waitingRequests,
    jobs: host.jobs,
    handlers: {},
    memoScope: host.memoScope,
  };
}

/** Returns what differs if members' photos are at a hosted service. */
async function connectHostedService(service: NonNullable<Config['images']>, { publicUrl }: Config) {
  // Import this only when needed, because its list of public suffixes is large.
  const { createHostedImages, pictureOrigins } = await import('#server/integrations/hosted-images.ts');
  const { uploadUrl } = service;
  return {
    adapter: createHostedImages({ ...service, publicUrl }),
    publicConfig: service,
    origins: { connect: [new URL(uploadUrl).origin], image: pictureOrigins(uploadUrl) },
    builtInProviders: [],
    uploadSample: undefined,
  };
}
