import * as contract from '#contract/config.ts';
import type { Routes } from '#server/http/route.ts';
import { describeApi } from './openapi.ts';

export function mountConfiguration({ open }: Routes, config: contract.PublicConfig): void {
  open(contract.getConfig, async () => config);
  open(contract.getOpenApi, async () => describeApi());
}
