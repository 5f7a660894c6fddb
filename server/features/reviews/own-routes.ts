import * as contract from '#contract/own-reviews.ts';
import type { Db } from '#server/db/tables.ts';
import type { Routes } from '#server/http/route.ts';
import { listOpinionsOf } from './own-repository.ts';
import { withdrawOpinion } from './rules.ts';
import { toOpinion } from './serialize.ts';

export function mountOpinions({ member }: Routes, { db }: { db: Db }): void {
  member(contract.listOpinions, async ({ viewer }) => (await listOpinionsOf(db, viewer)).map(toOpinion));

  member(contract.withdrawOpinion, async ({ viewer, id }) => {
    await withdrawOpinion(db, viewer, id);
    return undefined;
  });
}
