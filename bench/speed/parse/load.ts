// A process of its own: 64 connections that book one appointment after another, or ask for one member's list.
import autocannon, { type Options } from 'autocannon';
import { keepOnCore } from '../../cores.ts';
import { bookableDaysAhead, calls, type Member, type Sent } from './calls.ts';

export type Load = { url: string; product: keyof typeof calls; seconds: number } & (
  | { member: Member; answer: string }
  /** Everybody books day after day; `from` is how many had been booked before. */
  | { members: Member[]; from: number }
);
export type Loaded = { perSecond: number; next: number };

keepOnCore(process.pid, 1);
process.once('message', async (load: Load) => {
  let next = 'from' in load ? load.from : 0;
  const { status, options } = 'from' in load ? booking(load, () => next++) : listing(load);
  const result = await autocannon({ ...options, connections: 64, duration: load.seconds });
  const others = Object.keys(result.statusCodeStats ?? {}).filter((code) => Number(code) !== status);
  if (result.errors || others.length > 0 || result.mismatches)
    throw new Error(
      `${load.product}: ${result.errors} errors, ${result.mismatches} wrong answers, other statuses: ${others}.`,
    );
  const told: Loaded = { perSecond: result.requests.total / result.duration, next };
  process.send?.(told);
  process.disconnect?.();
});

type Asked = { status: number; options: Options };

function booking({ url, product, members }: Load & { members: Member[] }, count: () => number): Asked {
  const { book, booked } = calls[product];
  function nextBooking(): Sent {
    const number = count();
    const daysAhead = Math.floor(number / members.length);
    const member = members[number % members.length];
    if (!member || daysAhead > bookableDaysAhead) throw new Error('There are too few members for so long.');
    return book(member, daysAhead);
  }
  const verifyBody = (body: unknown) => String(body).includes(booked.shows);
  const setupRequest = (request: object) => ({ ...request, ...nextBooking() });
  return { status: booked.status, options: { url, verifyBody, requests: [{ setupRequest }] } };
}

function listing({ url, product, member, answer }: Load & { member: Member; answer: string }): Asked {
  const { path, ...sent } = calls[product].list(member);
  const verifyBody = (body: unknown) => String(body) === answer;
  return { status: 200, options: { ...sent, url: `${url}${path}`, verifyBody } };
}
