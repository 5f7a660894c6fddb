// Two million requests, drawn by a seed from the published contract and against it: npm run bench:fuzz [-- --seed 7]
import { parseArgs } from 'node:util';
import { openFuzzedHouse } from '../../tests/fuzz/fuzz.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '2000000' }, seed: { type: 'string' } },
});
const seed = Number(values.seed ?? Date.now() % 2 ** 31);

await using house = await openFuzzedHouse();
const runs = Math.ceil(Number(values.runs) / house.calls.length);
console.log(`seed ${seed}, ${runs} requests to each of ${house.calls.length} calls`);
for (const call of house.calls) {
  const began = performance.now();
  try {
    const answered = [...(await house.fuzz(call, { runs, seed }))].sort(([a], [b]) => a - b);
    const statuses = answered.map(([status, times]) => `${status}: ${times}`).join(', ');
    const each = ((performance.now() - began) / runs).toFixed(2);
    console.log(`kept    ${call.name.padEnd(38)} ${each} ms each  ${statuses}`);
  } catch (error) {
    process.exitCode = 1;
    console.log(`BROKEN  ${call.name}\n${(error as Error).message}\n${String((error as Error).cause ?? '')}`);
  }
}
