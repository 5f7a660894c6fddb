import { availableParallelism, cpus } from 'node:os';
import type { Ledger } from '../../tests/cluster/ledger.ts';
import type { Row } from './phases.ts';

type Report = {
  rows: Row[];
  seconds: number;
  ledger: Ledger;
  lost: string[];
  doubled: string[];
  /** In ms. */
  spread: { photo: number; review: number; revoked: number };
  mails: { sentAgain: number };
  /** Every rule that was broken, in words. */
  broken: string[];
};

/** What docs/cluster.md says before the table. */
export const about = `# More than one machine, as \`npm run bench:cluster\` measured it

PostgreSQL with a standby for public reads, Redis, an S3-compatible server, a mail server, three replicas of the built
site and nginx with the settings of \`deploy/nginx.conf\`, all on loopback. Twenty members come and go: they sign up and
in, look at pages and lists, book, list, cancel, pay by card, and upload photos. A write that broke or was told 5xx they
send again under the same Idempotency-Key, as the pages do; each such error is counted in the phase in which it came.

\`apt-get install redis-server nginx\` brings the two that npm does not (the command says so when one is missing). It ends
with exit code 1 when a rule is broken: nothing answered is lost, nothing is done twice, no error but these: of requests
under way on the replica that is killed, 503 for what was inside a transaction of the one that freezes, and 503 while the
database is away; all is well again within 5 s. A shorter form
runs in \`npm test\`: \`tests/cluster.test.ts\`.

`;

/** The table as docs/cluster.md has it. */
export function tableOf({ rows, seconds, ledger, lost, doubled, spread, mails, broken }: Report): string {
  const { booked, cancelled, paid, photos } = ledger;
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model}), Node ${process.versions.node}`;
  const ms = (value: number | undefined) => (value === undefined ? '' : `${Math.round(value)} ms`);
  const cells = rows.map(({ phase, requests, errors, gapMs, recoveryMs, broken }) =>
    [phase, requests, errors, ms(gapMs), ms(recoveryMs), broken.length === 0 ? 'kept' : 'BROKEN'].join(' | '),
  );
  const day = new Date().toISOString().slice(0, 10);
  return `${day}, ${machine}; ${Math.round(seconds)} s of traffic, everything on this one machine.

| phase | requests | errors, by status and what was asked | longest without a success | recovery | rules |
|---|---|---|---|---|---|
${cells.map((row) => `| ${row} |`).join('\n')}

| at the end | |
|---|---|
| booked, cancelled, paid, photos | ${booked.size}, ${cancelled.size}, ${paid.size}, ${photos.size} |
| answered and lost | ${lost.length} |
| done twice | ${doubled.length} |
| mails sent again under the same Message-ID | ${mails.sentAgain} |
| a new photo is seen by every replica after | ${ms(spread.photo)} |
| a new review | ${ms(spread.review)} |
| a revoked token is refused by every replica after | ${ms(spread.revoked)} |
| rules broken | ${broken.length} |
${broken.map((rule) => `\nBROKEN: ${rule}`).join('')}`;
}
