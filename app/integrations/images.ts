import type { PublicConfig } from '#contract/config.ts';
import { createImageHost } from '#providers/images/image-host.ts';
import { isAdministrator } from '#providers/images/pictures/routes.ts';
import { openS3Storage } from '#providers/images/storage/s3.ts';
import { createImages, type Images } from '#server/integrations/images.ts';
import { createUploader, type Upload } from '../sample-data/fill.ts';
import type { Integration, IntegrationDeps } from './integration.ts';

/** Creates the integration of the image host: a hosted service, or the built-in host. */
export async function createImageIntegration(
  deps: IntegrationDeps,
): Promise<Integration<Images, PublicConfig['images']> & { uploadSample?: Upload }> {
  const { config, fetchInProcess } = deps;
  if (config.images) {
    // Import this only when needed, because its list of public suffixes is large.
    const { createHostedImages, pictureOrigins } = await import('#server/integrations/hosted-images.ts');
    const { uploadUrl } = config.images;
    return {
      adapter: createHostedImages({ ...config.images, publicUrl: config.publicUrl }),
      publicConfig: config.images,
      handlers: {},
      origins: { connect: [new URL(uploadUrl).origin], image: pictureOrigins(uploadUrl) },
    };
  }
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
  const ownFetch: typeof fetch = (input, init) => fetchInProcess(new Request(input, init));
  return {
    adapter: createImages({
      uploadUrl,
      key,
      fetch: ownFetch,
      publicUrl: config.publicUrl,
      adminToken,
    }),
    publicConfig: { uploadUrl, key },
    origins: {},
    builtInProviders: ['image host'],
    mount: ['/images', host.app],
    waitingRequests: host.waitingRequests,
    jobs: host.jobs,
    handlers: {},
    memoScope: host.memoScope,
    uploadSample: createUploader({ uploadUrl, key, adminToken, fetch: ownFetch }),
  };
}
