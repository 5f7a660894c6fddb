import * as contract from '#contract/config.ts';
import type { Routes } from '#server/http/route.ts';
import { describeApi } from './openapi.ts';

export function mountConfiguration({ open }: Routes, config: contract.PublicConfig): void {
  open(contract.getConfig, async () => config);
  // Built at the first request, because it takes several milliseconds.
  let described: ReturnType<typeof describeApi> | undefined;
  open(contract.getOpenApi, async () => {
    described ??= describeApi(config.features);
    return described;
  });
}
