import * as contract from '#contract/config.ts';
import type { Routes } from '#server/http/route.ts';
import { describeApi } from './openapi.ts';

export function mountConfiguration({ publicEndpoint }: Routes, config: contract.PublicConfig): void {
  publicEndpoint(contract.getConfig, async () => config);
  // Built at the first request, because it takes several milliseconds.
  let document: ReturnType<typeof describeApi> | undefined;
  publicEndpoint(contract.getOpenApi, async () => {
    document ??= describeApi(config.features);
    return document;
  });
}
