import pg from 'pg';
import { openDatabase } from '#platform/database/open.ts';
import { startPostgres } from '#platform/testing/postgres-server.ts';
import { startSite } from '../../e2e/support/site.ts';
import { keepOnCore } from '../cores.ts';
import { tell } from '../images/children.ts';
import { bookableDaysAhead, calls, type Member } from './parse/calls.ts';
import type { Load, Loaded } from './parse/load.ts';
import { addMembers } from './parse/members.ts';
import { startParse } from './parse/rival.ts';
import type { Options, Part } from './row.ts';

type Product = keyof typeof calls;
type Server = { url: string; product: Product };

/** What neither of the two comes near to. */
const mostBookingsASecond = 10_000;

/** Both on one PostgreSQL server that waits for its disk, each in a database of its own, by turns. */
export const againstParse: Part = async ({ rounds, seconds }) => {
  await using here = new AsyncDisposableStack();
  const { ours, parse, members, execute } = await startBoth(here, (rounds + 1) * seconds);
  const [listed, booking] = [members.slice(0, 200), members.slice(200)];
  const both: [Server, Server] = [ours, parse];

  for (const { url, product } of both) await fill(url, product, listed);
  await execute.ours('vacuum analyze');
  await execute.parse('create index appointment_email on "Appointment" (email)');
  await execute.parse('vacuum analyze');

  const [member] = listed as [Member];
  const lists: Load[] = [];
  for (const { url, product } of both) {
    lists.push({ url, product, seconds, member, answer: await listOf(url, product, member) });
  }
  const reads = await compare(lists, { rounds, seconds });
  const writes = await compare(
    both.map(({ url, product }) => ({ url, product, seconds, members: booking, from: 0 })),
    { rounds, seconds },
  );
  return [
    {
      work: 'POST /api/appointments on PostgreSQL, 64 connections',
      against: 'parse-server creating an object, same PostgreSQL',
      target: 'at least 3 times its requests/s',
      figures: writes,
    },
    {
      work: 'GET /api/appointments?email= on PostgreSQL',
      against: "parse-server's query, same PostgreSQL, its email indexed",
      target: 'at least 4 times its requests/s',
      figures: reads,
    },
  ];
};

async function startBoth(here: AsyncDisposableStack, secondsOfBooking: number) {
  const postgres = here.adopt(await startPostgres({ durable: true }), ({ stop }) => stop());
  keepOnCore(postgres.pid, 1);
  const databaseUrl = (product: Product) => postgres.url.replace(/[^/]+$/, product);
  for (const product of ['ours', 'parse']) await runSql(postgres.url, `create database ${product}`);

  const settings = { DATABASE_URL: databaseUrl('ours'), RATE_LIMIT_SCALE: '10000' };
  const site = here.adopt(await startSite(settings), ({ stop }) => stop());
  const parse = here.adopt(await startParse(databaseUrl('parse')), ({ stop }) => stop());
  for (const { pid } of [site, parse]) keepOnCore(pid, 0);

  const database = await openDatabase({ url: settings.DATABASE_URL });
  const count = 200 + Math.ceil((secondsOfBooking * mostBookingsASecond) / bookableDaysAhead);
  const members = await addMembers(database, site.url, count).finally(() => database.destroy());
  return {
    members,
    ours: { url: site.url, product: 'ours' } as const,
    parse: { url: parse.url, product: 'parse' } as const,
    execute: {
      ours: (sql: string) => runSql(databaseUrl('ours'), sql),
      parse: (sql: string) => runSql(databaseUrl('parse'), sql),
    },
  };
}

async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** Five appointments of each. */
async function fill(url: string, product: Product, members: Member[]): Promise<void> {
  for (let day = 1; day <= 5; day += 1) {
    await Promise.all(members.map((member) => book(url, product, member, day)));
  }
}

async function book(url: string, product: Product, member: Member, day: number): Promise<void> {
  const { book, booked } = calls[product];
  const { path, ...sent } = book(member, day);
  const answer = await fetch(`${url}${path}`, sent);
  const text = await answer.text();
  if (answer.status !== booked.status || !text.includes(booked.shows)) throw new Error(`${product}: ${text}`);
}

async function listOf(url: string, product: Product, member: Member): Promise<string> {
  const { path, ...sent } = calls[product].list(member);
  const text = await (await fetch(`${url}${path}`, sent)).text();
  if (text.split(member.email).length !== 6) throw new Error(`${product} does not list five: ${text}`);
  return text;
}

/** One ratio a round of how many were answered in a second; before, both are warm. */
async function compare(loads: Load[], { rounds, seconds }: Options): Promise<number[]> {
  const ratios: number[] = [];
  for (let round = -1; round < rounds; round += 1) {
    const perSecond: number[] = [];
    for (const load of loads) {
      const { told } = await tell<Loaded>('../speed/parse/load.ts', { ...load, seconds });
      if ('from' in load) load.from = told.next;
      perSecond.push(told.perSecond);
    }
    const [ours = Number.NaN, theirs = Number.NaN] = perSecond;
    if (round >= 0) ratios.push(ours / theirs);
  }
  return ratios;
}
