import * as contract from '#contract/opinions.ts';
import type { Routes } from '#server/http/route.ts';
import type { Db } from '#server/schema/tables.ts';
import { toOpinion } from './present.ts';
import { listOpinionsOf } from './repository.ts';
import { withdrawOpinion } from './rules.ts';

export function mountOpinions({ member }: Routes, { db }: { db: Db }): void {
  member(contract.listOpinions, async ({ viewer }) => (await listOpinionsOf(db, viewer)).map(toOpinion));

  member(contract.withdrawOpinion, async ({ viewer, id }) => {
    await withdrawOpinion(db, viewer, id);
    return undefined;
  });
}
