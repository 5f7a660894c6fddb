import * as contract from '#contract/config.ts';
import type { Routes } from '#server/http/route.ts';
import { describeApi } from './openapi.ts';

export function mountConfiguration({ open }: Routes, config: contract.PublicConfig): void {
  open(contract.getConfig, async () => config);
  // Made at the first question, and for good: it takes some milliseconds.
  let described: ReturnType<typeof describeApi> | undefined;
  open(contract.getOpenApi, async () => {
    described ??= describeApi(config.features);
    return described;
  });
}
