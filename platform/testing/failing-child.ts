// Stands for a process of a pool in tests of what the server does when that fails.
const [, , does] = process.argv;
const result = { pdf: new Uint8Array(1), outcome: 'done', result: 'made', rss: 0 };

process.on('message', () => {
  if (does === 'dies') process.exit(1);
  if (does === 'answers') process.send?.(result);
});
process.on('disconnect', () => process.exit());
