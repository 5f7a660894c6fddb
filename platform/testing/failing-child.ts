// A child process that dies or sends a fixed result, for tests of process pools.
const [, , behavior] = process.argv;
const result = { outcome: 'done', result: 'made', rss: 0 };

process.on('message', () => {
  if (behavior === 'dies') process.exit(1);
  if (behavior === 'answers') process.send?.(result);
});
process.on('disconnect', () => process.exit());
